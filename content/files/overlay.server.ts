/**
 * The one place that knows where an edited file of the content is: in CONTENT_DIR, under the same path as in `content`, which
 * is never written (docs/decisions/0224). Like course-folder.server.ts it takes Node's parts from `process`.
 */
type Node = {
	env: Readonly<Record<string, string | undefined>>
	getBuiltinModule(id: 'node:fs'): { existsSync(path: string): boolean }
	getBuiltinModule(id: 'node:path'): { resolve(...parts: string[]): string }
}

const node = (globalThis as { process?: Node }).process

/** Where the origin is, without a slash at the end; a bundle is elsewhere and runs in the folder of the project. */
export const contentFolder = /[\\/]content[\\/]files$/.test(import.meta.dirname)
	? import.meta.dirname.replace(/[\\/]files$/, '')
	: (node?.getBuiltinModule('node:path').resolve('content') ?? '')

/** Absolute, so that threads, programs and a bundle elsewhere find the same folder: vite.config.ts sets CONTENT_DIR. */
export const contentDir =
	node?.getBuiltinModule('node:path').resolve(contentFolder, '..', node.env.CONTENT_DIR || `${node.env.DATA_DIR || 'data'}/content`) ?? ''

/** The edited file in place of one of `content`, or null. @param file its path below `content`, with slashes */
export function findEdited(file: string): string | null {
	const exists = (path: string) => node?.getBuiltinModule('node:fs').existsSync(path) === true
	const edited = `${contentDir}/${file}`
	if (exists(edited)) return edited
	// A publication that was killed between the two moves of its exchange has left the folder under this name.
	const last = `${contentDir}.last/${file}`
	return !exists(contentDir) && exists(last) ? last : null
}

/** The folder of what was edited, as it is now. */
export function editsFolder(): string {
	const exists = (path: string) => node?.getBuiltinModule('node:fs').existsSync(path) === true
	// A publication that was killed between the two moves of its exchange has left the folder under this name.
	return !exists(contentDir) && exists(`${contentDir}.last`) ? `${contentDir}.last` : contentDir
}
