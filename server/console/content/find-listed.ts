import { isJson, LESSON_FILE, MODULE_FILE } from '#content/check-file.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import type { Db } from '#server/db/database.ts'

import { listCourseFiles } from './begin-module.ts'
import { requireFile } from './files.ts'
import { readMarkdownFile } from './markdown-file.ts'
import type { ListedModule } from './rename-module.ts'
import { readNewestAndLive, versionText } from './versions.ts'

/** Returns the title of a text, from its front matter or its JSON; null without one. */
export function titleIn(path: string, text: string): string | null {
	const { title } = (isJson(text) ? (JSON.parse(text) as { title?: unknown }) : readMarkdownFile(path, text)?.value) ?? {}
	return typeof title === 'string' && title.trim() !== '' ? title : null
}

/** Reads the latest version of a JSON file; {} if it isn't valid JSON. */
export async function readLatestJson<Value>(db: Db, path: string): Promise<Partial<Value>> {
	const file = requireFile(path)
	const text = versionText((await readNewestAndLive(db, path)).newest, file)
	return isJson(text) ? (JSON.parse(text) as Partial<Value>) : {}
}

export type ListedSection = { moduleId: number; id: string; title: string }

/** Finds the section that shows a lesson, in the latest version of its module; null for other files. */
export async function findSection(db: Db, file: string): Promise<ListedSection | null> {
	const [, module, lesson] = LESSON_FILE.exec(file) ?? []
	if (module === undefined) return null
	type Page = { sections: { id: string; title: string; lessonId?: string }[] }
	const { sections = [] } = await readLatestJson<Page>(db, `course/module-${module}/module.json`)
	const found = sections.find(({ id, lessonId }) => (lessonId ?? id) === lesson)
	return found ? { moduleId: Number(module), id: found.id, title: found.title } : null
}

/** Finds a module in the latest versions of the courses; null if none lists it. */
export async function findListedModule(request: ConsoleRequest, id: number): Promise<{ path: string; title: string } | null> {
	for (const path of await listCourseFiles(request)) {
		const { modules = [] } = await readLatestJson<{ modules: ListedModule[] }>(request.ctx.db, path)
		const found = Array.isArray(modules) ? modules.find((module) => module.id === id) : undefined
		if (found) return { path, title: found.title }
	}
	return null
}

/** Returns the name that lists show for a module or lesson, and the page that changes it; null if the text has the same title. */
export async function findNameInLists(
	request: ConsoleRequest,
	{ path, text, section }: { path: string; text: string; section: ListedSection | null },
) {
	const module = section?.moduleId ?? Number(MODULE_FILE.exec(path)?.[1] ?? 0)
	if (module === 0) return null
	const listed = section ?? (await findListedModule(request, module))
	if (!listed || listed.title === titleIn(path, text)) return null
	const part = section ? `lesson ${module} ${section.id}` : `module ${module}`
	return { title: listed.title, rename: `${consolePaths.course}?rename=${encodeURIComponent(part)}#module-${module}` }
}
