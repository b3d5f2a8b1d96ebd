import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { content } from '#content/loaded.server.ts'
import { showsSamples } from '#content/promises/site-mode.ts'

import { bootAfterPaint } from './finalize/boot-after-paint.ts'
import { compressFile } from './finalize/compress.ts'
import { contentSecurityPolicy } from './finalize/content-security-policy.ts'
import { drawPages } from './finalize/draw-pages.ts'
import { feed } from './finalize/feed.ts'
import { drawFirstPages } from './finalize/first-pages.ts'
import { headingFont } from './finalize/heading-font.ts'
import { writeOfflineFiles } from './finalize/offline-files.ts'
import { paintStyles } from './finalize/paint-brand.ts'
import { drawInto, listChanged } from './finalize/pictures/draw.ts'
import { fontFaces, pruneStyles, withoutFontFaces } from './finalize/prune-styles.ts'
import { pagePath, robots, siteMap } from './finalize/site-map.ts'
import { originOf, withOrigin } from './finalize/site-origin.ts'
import { structuredData, withStructuredData } from './finalize/structured-data.ts'
import { webManifest } from './finalize/web-manifest.ts'
import { withoutCurrentPage } from './finalize/without-current-page.ts'

const { articles, blogWords, findUncarriedClaims, lastingPromises } = content

/** Answered for every page that only exists in the browser. */
const SHELL = '__spa-fallback.html'

/**
 * Turns React Router's output into what the server serves: late boot, structured data, one policy per page
 * (`build/csp.json`), 404.html, sitemap, feed, robots, and compressed copies.
 * @param buildDir the folder that holds `client/`
 * @param where `origin`, at which the site will probably be served: noted in `origin.txt`, and a server elsewhere replaces it by its
 * own; `older`, a finished build whose compressed copies are taken where their file is the same
 */
export async function finalize(
	buildDir: string,
	{ origin = originOf({}), older }: { origin?: string; older?: string | undefined } = {},
): Promise<{ pages: number; files: number }> {
	const client = join(buildDir, 'client')
	const originals = await readPages(client)
	const data = structuredData(articles)
	const { unpainted, css, url } = await writeStylesheet(client, originals)
	const pages = new Map<string, string>()
	for (const [file, html] of originals) {
		const styled = html.replace(`<style>${unpainted}</style>`, () => styleOf(file, html, { css, url }))
		const marked = file === SHELL ? withoutCurrentPage(styled) : styled
		const booted = bootAfterPaint(marked, file, url)
		pages.set(file, withOrigin(withStructuredData(booted, data[pagePath(file)]), origin))
	}
	const policies = Object.fromEntries([...pages].map(([file, html]) => [file, contentSecurityPolicy(html, file)]))
	for (const [file, html] of pages) await writeFile(join(client, file), html)
	await moveNotFound(client, policies)
	await writeFile(join(client, 'sitemap.xml'), siteMap(pages, articles))
	await writeFile(join(client, 'feed.xml'), feed(articles, blogWords.blog))
	await writeFile(join(client, 'robots.txt'), robots())
	await writeFile(join(client, 'site.webmanifest'), webManifest())
	await drawInto(client, listChanged())
	await writeOfflineFiles(client)
	await drawFirstPages(join(client, 'previews'))
	await writeFile(join(buildDir, 'origin.txt'), origin)
	await writeFile(join(buildDir, 'promises.json'), JSON.stringify(lastingPromises))
	await writeFile(join(buildDir, 'samples.txt'), showsSamples ? 'shown' : 'none')
	await writeFile(join(buildDir, 'csp.json'), `${JSON.stringify(policies, null, '\t')}\n`)

	const files = globSync('**/*.*', { cwd: client, exclude: ['.vite/**'] })
	await Promise.all(files.map((file) => compressFile(join(client, file), older === undefined ? null : join(older, 'client', file))))
	return { pages: pages.size, files: files.length }
}

async function readPages(client: string): Promise<Map<string, string>> {
	const files = globSync('**/*.html', { cwd: client })
	return new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(client, file), 'utf8')] as const)))
}

/** app/entry.server.tsx put the whole sheet into every page; here it becomes one file that all of them share. */
async function writeStylesheet(client: string, pages: ReadonlyMap<string, string>) {
	const home = pages.get('index.html') ?? ''
	const css = [...home.matchAll(/<style>([\s\S]*?)<\/style>/g)]
		.map((match) => match[1] ?? '')
		.find((sheet) => sheet.includes('@layer base'))
	if (!css) throw new Error('index.html has no style sheet; app/entry.server.tsx puts it there')
	const heading = headingFont()
	if (heading) await writeFile(join(client, heading.url), heading.bytes)
	const painted = paintStyles(css) + (heading?.css ?? '')
	const whole = withoutFontFaces(painted)
	const url = `/assets/site-${createHash('sha256').update(whole).digest('base64url').slice(0, 8)}.css`
	await writeFile(join(client, url), whole)
	return { unpainted: css, css: painted, url }
}

/**
 * The first pages carry their own part of the sheet, so that they show at once. A page of the course is not the first, and needs
 * most of the sheet a moment later: it would load that part twice.
 */
const styleOf = (file: string, html: string, { css, url }: { css: string; url: string }) =>
	file.startsWith('course/')
		? `<style>${fontFaces(css)}</style><link rel="stylesheet" href="${url}"/>`
		: `<style>${pruneStyles(css, html)}</style>`

/** `/404` is not an address: the file is the answer to every unknown address. */
async function moveNotFound(client: string, policies: Record<string, string>) {
	const from = join('404', 'index.html')
	await copyFile(join(client, from), join(client, '404.html'))
	await rm(join(client, '404'), { recursive: true })
	policies['404.html'] = policies[from] ?? ''
	delete policies[from]
}

if (import.meta.main) {
	const uncarried = findUncarriedClaims()
	if (uncarried.length > 0) throw new Error(uncarried.join('\n'))
	const { BUILD_DIR: folder = 'build', OLDER_BUILD: older, KEEP_BUNDLES: keepsBundles } = process.env
	if (older !== undefined && keepsBundles) await drawPages(older, folder)
	const { pages, files } = await finalize(folder, { origin: originOf(process.env), older })
	process.stdout.write(`finalize: ${pages} pages, ${files} files\n`)
}
