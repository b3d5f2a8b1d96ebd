import { getPath } from 'hono/utils/url'

/** Data of a console page, for client-side navigation. Excludes previews of the site, which are files. */
const DATA = /^(\/admin\/(?!content\/site\/).+)\.data$/

/** A request for a page's data has the path of the page, so that the same guard covers both. */
export const pathOfPage = (request: Request): string => {
	const path = getPath(request)
	return DATA.exec(path)?.[1] ?? path
}
