import { createContext, data, type LoaderFunctionArgs } from 'react-router'

import type { Content } from '#content/load-content.server.ts'

/** Content the request is rendered from: the published release, or drafts in a preview. */
export const contentContext = createContext<Content>()

type Address = Pick<LoaderFunctionArgs, 'params' | 'url'>

/** Creates a loader that reads only content and URL. It never receives the request, so its page can be cached for everyone. */
export const fromContent =
	<T>(read: (content: Content, address: Address) => T) =>
	({ context, params, url }: LoaderFunctionArgs): T =>
		read(context.get(contentContext), { params, url })

/** @throws a 404 response for null, undefined and other falsy values */
export function orNotFound<T>(found: T | null | undefined): T {
	// oxlint-disable-next-line typescript/only-throw-error -- the router's way to answer 404
	if (!found) throw data(null, { status: 404 })
	return found
}
