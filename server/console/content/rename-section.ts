import { isJson, LESSON_FILE } from '#content/check-file.ts'
import { findMultilineObjects } from '#content/find-open.ts'
import { printJson } from '#content/print-json.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'

import { type ContentFile, requireFile } from './files.ts'
import { readMarkdownFile } from './markdown-file.ts'
import { logSaved, readNewestAndLive, readNewestKept, saveDraft, textOf } from './versions.ts'

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

function titleIn({ path }: ContentFile, text: string): string | null {
	const title = readMarkdownFile(path, text)?.value.title
	return typeof title === 'string' && title.trim() !== '' ? title : null
}

/** Reads a module's page; null if its draft is incomplete. */
function readPage(text: string): ModulePage | null {
	const page = isJson(text) ? (JSON.parse(text) as Partial<ModulePage>) : null
	return Array.isArray(page?.sections) ? (page as ModulePage) : null
}

type Edited = { file: ContentFile; isText: boolean }

/**
 * Prepares to rename a lesson in its module, too, if both titles are the same so far. Autosaves don't count: they contain half a title.
 * A file that is edited as text changes only itself.
 * @returns renames it, if the saved text has another title; true if it did
 */
export async function prepareToRename(
	request: ConsoleActionRequest,
	{ file, isText }: Edited,
): Promise<(saved: string) => Promise<boolean>> {
	const { ctx, by } = request
	const [, module, lesson] = LESSON_FILE.exec(file.path) ?? []
	if (module === undefined || isText) return () => Promise.resolve(false)
	const before = titleIn(file, textOf((await readNewestKept(ctx.db, file.path)) ?? null, file))
	return async (saved) => {
		const title = titleIn(file, saved)
		if (title === null || title === before) return false
		const outer = requireFile(`course/module-${module}/module.json`)
		const { newest } = await readNewestAndLive(ctx.db, outer.path)
		const written = textOf(newest, outer)
		const page = readPage(written)
		const section = page?.sections.find((each) => (each.lessonId ?? each.id) === lesson)
		if (!page || section?.title !== before) return false
		const open = findMultilineObjects(written)
		const text = printJson(renameSection(page, section.id, title), (place) => open.has(place))
		const draft = { file: outer, text, authorId: by.userId, becauseOf: file.path }
		const outcome = await saveDraft(ctx, draft, newest?.id ?? '')
		if ('theirs' in outcome || !outcome.saved) return false
		await logSaved(request, outcome.saved, newest?.id)
		return true
	}
}
