import { data, type LoaderFunctionArgs, type MiddlewareFunction, redirect } from 'react-router'

import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { type Link, linkOfError } from '#server/console/shell/linked-error.ts'

import { visitContext } from './visit.ts'

export type ShownError = { message: string; /** Page where the problem can be fixed. */ link?: Link | null }

/**
 * Before any loader runs, rejects reads (all methods but POST) that the server didn't authorize for this exact page. Form posts
 * are authorized when they are submitted (server/console/shell/route.ts). A loader can't do this: `?_routes=` skips loaders, but
 * never middleware.
 */
export const requireAuthorized: MiddlewareFunction<Response> = async ({ context, pattern, request }, next) => {
	const { refusal, pattern: authorized, presentError } = context.get(visitContext)
	if (refusal instanceof Response) throw refusal
	if (request.method !== 'POST') {
		if (refusal) throw toErrorResponse(presentError(refusal))
		if (pattern !== authorized) throw toErrorResponse({ message: 'Page not found.', status: 404 })
	}
	return next()
}

const toErrorResponse = ({ status, ...shown }: ShownError & { status: number }) => data<ShownError>(shown, { status })

/** Creates a loader. Errors thrown by `read` are shown as the server formats them. */
export const createLoader =
	<T>(read: (work: ConsoleRequest) => Promise<T> | T) =>
	async ({ context }: LoaderFunctionArgs): Promise<T> => {
		const { work, presentError } = context.get(visitContext)
		if (!work) throw toErrorResponse({ message: 'Sign in to continue.', status: 403 })
		try {
			return await read(work)
		} catch (error) {
			if (error instanceof Response) throw error
			throw toErrorResponse({ ...presentError(error), link: linkOfError(error) })
		}
	}

export function redirectTo(address: string): never {
	throw redirect(address, 303)
}
