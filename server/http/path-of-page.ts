import { getPath } from 'hono/utils/url'

/** Pattern for the data of a console page, requested by client-side navigation. Excludes previews of the site, which are files. */
const DATA = /^(\/admin\/(?!content\/site\/).+)\.data$/

/** Returns the path of the requested page. A request for a page's data has the same path, so that the same guard covers both. */
export const pathOfPage = (request: Request): string => {
	const path = getPath(request)
	return DATA.exec(path)?.[1] ?? path
}
