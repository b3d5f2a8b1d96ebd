import fs from 'node:fs'
import path from 'node:path'

export const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..')

/** The folders of built pages. */
export type SiteFolders = { current: string; next: string; last: string; preview: string }

/** @param buildDir of the pages that are served: inside the project, since a build runs its own bundle, which needs the packages */
export function siteFolders(buildDir = 'build'): SiteFolders {
	const current = path.resolve(PROJECT_DIR, buildDir)
	const beside = (word: string) => path.join(PROJECT_DIR, '.cache', `${path.basename(current)}-${word}`)
	return { current, next: beside('next'), last: beside('last'), preview: beside('preview') }
}

/** Tags of HTML with which a page of the course, which has all styles, loads them; empty without a build. */
export function readStyles({ current }: SiteFolders): string {
	const [page] = fs.globSync('client/course/*/index.html', { cwd: current })
	const head = page === undefined ? '' : fs.readFileSync(path.join(current, page), 'utf8').split('</head>')[0]
	const shown = head?.replaceAll(/<noscript>.*?<\/noscript>/gs, '') ?? ''
	return (shown.match(/<style>.*?<\/style>|<link rel="stylesheet"[^>]*>/gs) ?? []).join('')
}

/** The pages that are served from now on become those of the next start. A server has its pages in memory, so none is missed. */
export function keepBuild({ current, next, last }: SiteFolders): void {
	fs.rmSync(last, { recursive: true, force: true })
	if (fs.existsSync(current)) fs.renameSync(current, last)
	fs.renameSync(next, current)
}

/** A preview ends with the process that built it. */
export function dropPreview({ preview }: SiteFolders): void {
	for (const folder of [preview, `${preview}-edits`]) fs.rmSync(folder, { recursive: true, force: true })
}
