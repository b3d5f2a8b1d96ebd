/** Like course-folder.server.ts: Node's parts are taken from `process`, so that the list of pages can be made of it. */
import { contentFolder, findEdited } from './overlay.server.ts'

type Node = { getBuiltinModule(id: 'node:fs'): { readdirSync(path: string): string[] } }

/** Where an edited file or folder is, or null; none is edited for who wants the origin. */
export type Find = (file: string) => string | null

function slugsIn(folder: string): string[] {
	const { process: node } = globalThis as { process?: Node }
	if (!node) throw new Error('Articles are read by the server and by the build, never by a browser')
	const names = node.getBuiltinModule('node:fs').readdirSync(folder)
	return names.filter((name) => name.endsWith('.md')).map((name) => name.replace(/\.md$/, ''))
}

/** Slugs of all articles, with those that were added to CONTENT_DIR. */
export function listArticleSlugs(find: Find = findEdited): string[] {
	const added = find('articles')
	return [...new Set([...slugsIn(`${contentFolder}/articles`), ...(added === null ? [] : slugsIn(added))])].toSorted()
}
