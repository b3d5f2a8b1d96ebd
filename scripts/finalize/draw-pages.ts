import { cpSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type ServerBuild } from 'react-router'

import { WORKER } from '#app/lib/kept-names.ts'
import { courseFolder } from '#content/files/course-folder.server.ts'
import { contentDir } from '#content/files/overlay.server.ts'

/** Files of `assets` that belong to the pages of one build: `finalize` writes them anew. */
const OF_PAGES = /(?:^|[\\/])site-[\w-]+\.css$|\.(?:br|gz)$/

/** The bundles of an older build, under the same names. */
function copyBundles(older: string, into: string): void {
	rmSync(into, { recursive: true, force: true })
	const copy = (from: string, to: string) => cpSync(from, path.join(into, to), { recursive: true, filter: (file) => !OF_PAGES.test(file) })
	copy(path.join(older, 'server'), 'server')
	copy(path.join(older, 'baked.json'), 'baked.json')
	copy('public', 'client')
	copy(path.join(older, 'client', 'assets'), path.join('client', 'assets'))
	copy(path.join(older, 'client', WORKER), path.join('client', WORKER))
}

/**
 * Draws the pages of an older build anew, from the content as it is now: what `react-router build` does after its bundles, with the
 * requests that it makes (prerender in @react-router/dev 8.4.0). `tests/crash/same-build.test.ts` compares both, byte by byte.
 */
export async function drawPages(older: string, into: string): Promise<void> {
	copyBundles(older, into)
	// Bundled, the readers of the course are no longer beside it (vite.config.ts).
	Object.assign(process.env, { IS_RR_BUILD_REQUEST: 'yes', COURSE_DIR: path.resolve(courseFolder), CONTENT_DIR: contentDir })
	const build = (await import(pathToFileURL(path.resolve(into, 'server', 'index.js')).href)) as ServerBuild
	const handle = createRequestHandler(build, 'production')
	const ask = async (address: string, headers: Record<string, string> = {}) => {
		const answer = await handle(new Request(`http://localhost${address}`, { headers }))
		if (answer.status !== 200) throw new Error(`${address} could not be drawn: ${answer.status} ${await answer.text()}`)
		return answer.text()
	}
	const write = (file: string, text: string) => {
		const target = path.join(into, 'client', file)
		mkdirSync(path.dirname(target), { recursive: true })
		writeFileSync(target, text)
	}

	const known = path.join(older, 'client')
	const pages = globSync('**/index.html', { cwd: known }).map((file) => `/${path.dirname(file)}`.replace(/^\/\.$/, '/'))
	for (const page of [...pages, '/404']) {
		const data = page === '/' ? '/_.data' : `${page}.data`
		const loaded = existsSync(path.join(known, data)) ? await ask(data) : null
		if (loaded !== null) write(data, loaded)
		const given = loaded === null ? {} : { 'X-React-Router-Prerender-Data': encodeURI(loaded) }
		write(path.join(page, 'index.html'), await ask(page === '/' ? '/' : `${page}/`, given))
	}
	write('__spa-fallback.html', await ask('/', { 'X-React-Router-SPA-Mode': 'yes' }))
}
