import { createContext, data, type LoaderFunctionArgs } from 'react-router'

import type { Content } from '#content/load-content.server.ts'

/** Content that the page is rendered from: the published release, or drafts in a preview. */
export const contentContext = createContext<Content>()

type Address = Pick<LoaderFunctionArgs, 'params' | 'url'>

/**
 * Creates a loader that reads only the content and the URL. Without access to the request, the page can't differ between visitors and can
 * be cached.
 */
export const fromContent =
	<T>(read: (content: Content, address: Address) => T) =>
	({ context, params, url }: LoaderFunctionArgs): T =>
		read(context.get(contentContext), { params, url })

/** @throws a 404 response for null, undefined and other falsy values */
export function orNotFound<T>(found: T | null | undefined): T {
	// oxlint-disable-next-line typescript/only-throw-error -- React Router expects a thrown response for a 404
	if (!found) throw data(null, { status: 404 })
	return found
}
