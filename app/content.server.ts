import { createContext, data, type LoaderFunctionArgs } from 'react-router'

import type { Content } from '#content/load-content.server.ts'

/** The release that a request is answered from: the published one, or drafts for a preview. */
export const contentContext = createContext<Content>()

type Address = Pick<LoaderFunctionArgs, 'params' | 'url'>

/**
 * Loader that depends on the content and the address alone, so that the page can be cached and served to everyone (server/pages). It sees
 * no request: nothing about a visitor can get into a page.
 */
export const fromContent =
	<T>(read: (content: Content, address: Address) => T) =>
	({ context, params, url }: LoaderFunctionArgs): T =>
		read(context.get(contentContext), { params, url })

/** Requires that an address names an existing thing. @throws an answer with 404 where there is no such thing */
export function requireFound<T>(found: T | null | undefined): T {
	// oxlint-disable-next-line typescript/only-throw-error -- the router's way to answer 404
	if (!found) throw data(null, { status: 404 })
	return found
}
