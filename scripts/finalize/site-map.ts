/** Stands for the site's origin until the server, which knows it, reads the file (server/http/static-files.ts). */
export const ORIGIN_TOKEN = 'https://origin.invalid'

const isIndexed = (html: string) => !/<meta name="robots" content="[^"]*noindex/.test(html)

/** `modules/index.html` → `/modules`; the home page → `/`. */
export const pagePath = (file: string) => `/${file.replace(/(?:^|\/)index\.html$/, '')}`

/** Every page a search engine may list, in one order. Files that start with `__` are not pages. */
export function siteMap(pages: ReadonlyMap<string, string>): string {
	const listed = [...pages].filter(([file, html]) => !file.startsWith('__') && file.endsWith('index.html') && isIndexed(html))
	const urls = listed.map(([file]) => `<url><loc>${ORIGIN_TOKEN}${pagePath(file)}</loc></url>`).toSorted()
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

export const robots = () => `User-agent: *\nAllow: /\nDisallow: /dev/\nSitemap: ${ORIGIN_TOKEN}/sitemap.xml\n`
