import { getPath } from 'hono/utils/url'

/** Data of a page of the console, for navigation without a new document. The site's previews below it are files. */
const DATA = /^(\/admin\/(?!content\/site\/).+)\.data$/

/** The path by which a request is routed: that of the page, also when its data alone is asked for. One guard covers both. */
export const pathOfPage = (request: Request): string => {
	const path = getPath(request)
	return DATA.exec(path)?.[1] ?? path
}
