import { getPath } from 'hono/utils/url'

/**
 * Matches the URL for a console page's data, which client-side navigation requests. Previews of the site are excluded, because they are
 * files.
 */
const DATA = /^(\/admin\/(?!content\/site\/).+)\.data$/

/** Returns the path of the requested page. A request for the page's data gets the same path, so that the same guard covers both. */
export const pathOfPage = (request: Request): string => {
	const path = getPath(request)
	return DATA.exec(path)?.[1] ?? path
}
