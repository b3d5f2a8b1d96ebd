import { recountLessons } from '#server/console/content/count-lessons.ts'
import { listShippedPaths, fileTitle, toSlug } from '#server/console/content/files.ts'
import { readNewestAndLive } from '#server/console/content/versions.ts'
import type { Fields } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type ModuleJson, renameLesson } from './change-outline.ts'
import {
	courseFileOf,
	lessonFile,
	type OpenedFile,
	type OutlineChange,
	outlineChanged,
	type OutlineCommand,
	parseCourse,
	parseModule,
	printCourseFile,
	readOutlineFile,
	MAX_TITLE_LENGTH,
} from './changes.ts'

type Context = Pick<ServiceContext, 'db'>

function copyOf(title: string): string {
	const copy = `Copy of ${title}`
	if (copy.length <= MAX_TITLE_LENGTH) return copy
	const start = copy.slice(0, MAX_TITLE_LENGTH - 1).replace(/\p{Surrogate}$/u, '')
	return `${start.trimEnd()}…`
}

/** Returns an address that the module has never used: learners' progress and answers are stored under it. */
async function nextId({ db }: Context, module: number, { title, page }: { title: string; page: ModuleJson }): Promise<string> {
	const slug = toSlug(title) ?? 'copy'
	const used = new Set(page.sections.flatMap(({ id, lessonId, milestone }) => [id, lessonId, milestone?.id]))
	for (let count = 1; ; count += 1) {
		const id = count === 1 ? slug : `${slug}-${count}`
		const path = lessonFile(module, { id })
		if (!used.has(id) && !listShippedPaths().includes(path) && !(await readNewestAndLive(db, path)).newest) return id
	}
}

/** Adds a section after the one that it copies, or at the end of another module. */
function addSection(page: ModuleJson, section: ModuleJson['sections'][number], after: string | null): ModuleJson {
	const at = page.sections.findIndex(({ id }) => id === after)
	return recountLessons(page, { ...page, sections: page.sections.toSpliced(at === -1 ? page.sections.length : at + 1, 0, section) })
}

/** @throws ServiceError module_unknown (422) unless the lesson's course has the module of the form */
async function requireTarget({ db }: Context, fields: Fields): Promise<number> {
	const { modules } = parseCourse(await readOutlineFile(db, courseFileOf(fields.course)))
	const target = modules.find(({ id }) => String(id) === fields.module)
	if (target) return target.id
	throw new ServiceError('unprocessable', 'module_unknown', 'Choose a module.', { fields: { module: 'Choose a module.' } })
}

/**
 * Plans a copy of a lesson as a draft, in its module or in another one of the course. The copy has its own address, so it shares no
 * progress or answers with the original.
 * @param open opens a module's file in the version that the page showed
 * @throws ServiceError outline_changed (409), module_unknown (422)
 */
export async function planCopy(
	ctx: Context,
	{ command: { what, module, lesson }, fields }: { command: OutlineCommand; fields: Fields },
	open: (module: number) => Promise<OpenedFile>,
): Promise<OutlineChange[]> {
	const section = parseModule(await open(module)).sections.find(({ id }) => id === lesson)
	if (!section) throw outlineChanged()
	const target = what === 'duplicate-into' ? await requireTarget(ctx, fields) : module
	const opened = await open(target)
	const page = parseModule(opened)
	const title = copyOf(section.title)
	const id = await nextId(ctx, target, { title, page })
	const { lessonId: _, milestone, ...words } = section
	const copy = { ...words, id, title, ...(milestone && { milestone: { ...milestone, id } }) }
	const source = await readOutlineFile(ctx.db, lessonFile(module, section))
	const ownTitle = fileTitle(source.file.path, source.text)
	return [
		{
			opened: await readOutlineFile(ctx.db, lessonFile(target, { id })),
			text: renameLesson(source.text, ownTitle, copyOf(ownTitle)),
		},
		{ opened, text: printCourseFile(addSection(page, copy, target === module ? lesson : null), opened.text) },
	]
}
