import { isJson, LESSON_FILE, MODULE_FILE } from '#content/check-file.ts'
import { findMultilineObjects } from '#content/find-open.ts'
import { printJson } from '#content/print-json.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'

import { type ContentFile, requireFile } from './files.ts'
import { findListedModule, titleIn } from './find-listed.ts'
import { type ListedModule, renameModule } from './rename-module.ts'
import { logSaved, readNewestAndLive, readNewestSavedVersion, saveDraft, versionText } from './versions.ts'

function printLike(before: string, value: object): string {
	const open = findMultilineObjects(before)
	return printJson(value, (place) => open.has(place))
}

type ModulePage = {
	sections: { id: string; title: string; lessonId?: string | null }[]
	roadmap?: { sectionId: string; title: string }[]
}

/** Renames a section, and its roadmap step if it had the same title. */
export function renameSection<Page extends ModulePage>(module: Page, id: string, title: string): Page {
	const before = module.sections.find((section) => section.id === id)?.title
	const roadmap = module.roadmap?.map((step) => (step.sectionId === id && step.title === before ? { ...step, title } : step))
	return {
		...module,
		sections: module.sections.map((section) => (section.id === id ? { ...section, title } : section)),
		...(roadmap && { roadmap }),
	}
}

/** Reads a module's page; null if its draft is incomplete. */
function readPage(text: string): ModulePage | null {
	const page = isJson(text) ? (JSON.parse(text) as Partial<ModulePage>) : null
	return Array.isArray(page?.sections) ? (page as ModulePage) : null
}

type Edited = { file: ContentFile; isText: boolean }

type Titles = { before: string; title: string }
/** `isListed`: lists show the new title. */
type Renamed = { path: string; isListed: boolean; rename: (text: string) => string | null }

/** Finds the lesson in its module, and returns how to rename it there. */
const renameInModule = (module: string, lesson: string | undefined, { before, title }: Titles): Renamed => ({
	path: `course/module-${module}/module.json`,
	isListed: true,
	rename(text) {
		const page = readPage(text)
		const section = page?.sections.find((each) => (each.lessonId ?? each.id) === lesson)
		return page && section?.title === before ? printLike(text, renameSection(page, section.id, title)) : null
	},
})

/** Finds a module's course, and returns how to rename the module there. */
async function renameInCourse(request: ConsoleActionRequest, id: number, { before, title }: Titles): Promise<Renamed | null> {
	const listed = await findListedModule(request, id)
	if (!listed) return null
	const isListed = listed.title === before
	const names = { id, title: isListed ? title : listed.title, heading: title, headingBefore: before }
	return {
		path: listed.path,
		isListed,
		rename: (text) => printLike(text, renameModule(JSON.parse(text) as { modules: ListedModule[] }, names)),
	}
}

/**
 * Prepares to give a lesson or module its new title in its module or course, too, if both titles are still the same. Ignores autosaves,
 * which may contain half a title. For a file that is edited as text, only the file changes.
 * @returns a function that takes the saved text and renames the part if its title changed; it returns true if lists show the new title
 */
export async function prepareToRename(
	request: ConsoleActionRequest,
	{ file, isText }: Edited,
): Promise<(saved: string) => Promise<boolean>> {
	const { ctx, by } = request
	const [, module, lesson] = LESSON_FILE.exec(file.path) ?? MODULE_FILE.exec(file.path) ?? []
	if (module === undefined || isText) return () => Promise.resolve(false)
	const before = titleIn(file.path, versionText((await readNewestSavedVersion(ctx.db, file.path)) ?? null, file))
	return async (saved) => {
		const title = titleIn(file.path, saved)
		if (title === null || before === null || title === before) return false
		const titles = { before, title }
		const found = lesson === undefined ? await renameInCourse(request, Number(module), titles) : renameInModule(module, lesson, titles)
		if (!found) return false
		const outer = requireFile(found.path)
		const { newest } = await readNewestAndLive(ctx.db, outer.path)
		const written = versionText(newest, outer)
		const text = found.rename(written)
		if (text === null || text === written) return false
		const draft = { file: outer, text, authorId: by.userId, becauseOf: file.path }
		const outcome = await saveDraft(ctx, draft, newest?.id ?? '')
		if ('theirs' in outcome || !outcome.saved) return false
		await logSaved(request, outcome.saved, newest?.id)
		return found.isListed
	}
}
