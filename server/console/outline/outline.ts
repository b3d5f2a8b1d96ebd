import { MODULE_FILE } from '#content/check-file.ts'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { requireFile } from '#server/console/content/files.ts'
import { renameModule } from '#server/console/content/rename-module.ts'
import { renameSection } from '#server/console/content/rename-section.ts'
import {
	readNewestAndLive,
	readVersion,
	readVersionBefore,
	saveDraft,
	versionText,
	type Version,
} from '#server/console/content/versions.ts'
import { type ConsoleActionRequest, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { action } from '#server/console/shell/route.ts'
import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { lockReleases } from '#server/services/operations/releases/read-releases.ts'
import { requireTicketText } from '#server/services/people/support/change-ticket.ts'

import { moveKey, reorderModules, reorderSections, renameLesson } from './change-outline.ts'
import {
	type OutlineCommand,
	type OutlineChange,
	outlineChanged,
	courseFileOf,
	lessonFile,
	moduleFile,
	type OpenedFile,
	readOutlineFile,
	parseCourse,
	parseModule,
	printCourseFile,
	MAX_TITLE_LENGTH,
	parseOutlineCommand,
} from './changes.ts'
import { planCopy } from './duplicate-lesson.ts'
import { planRemoval, requireUnreferenced } from './remove-part.ts'

/** @throws ServiceError outline_changed (409) unless the version that the page showed is still the latest */
async function openShown({ ctx }: ConsoleActionRequest, path: string, shown: string | undefined): Promise<OpenedFile> {
	const opened = await readOutlineFile(ctx.db, path)
	if (opened.base !== (shown ?? '')) throw outlineChanged()
	return opened
}

const stepOf = (what: string): -1 | 1 | null => (what.endsWith('-up') ? -1 : what.endsWith('-down') ? 1 : null)

async function changeCourse(request: ConsoleActionRequest, { what, module }: OutlineCommand, fields: Fields): Promise<OutlineChange[]> {
	const opened = await openShown(request, courseFileOf(fields.course), fields.base)
	const course = parseCourse(opened)
	const ids = course.modules.map(({ id }) => String(id))
	const step = stepOf(what)
	const order = step === null ? (fields.order ?? '').split(',') : moveKey(ids, String(module), step)
	const next = reorderModules(course, order)
	if (!next) throw outlineChanged()
	return order.join() === ids.join() ? [] : [{ opened, text: printCourseFile(next, opened.text) }]
}

async function changeLessons(
	request: ConsoleActionRequest,
	{ what, module, lesson }: OutlineCommand,
	fields: Fields,
): Promise<OutlineChange[]> {
	const opened = await openShown(request, moduleFile(module), fields[`base-${module}`])
	const page = parseModule(opened)
	const ids = page.sections.map(({ id }) => id)
	const step = stepOf(what)
	const order = step === null ? (fields.order ?? '').split(',') : moveKey(ids, lesson, step)
	const next = reorderSections(page, order)
	if (!next) throw outlineChanged()
	return order.join() === ids.join() ? [] : [{ opened, text: printCourseFile(next, opened.text) }]
}

const readTitle = (fields: Fields, field: 'title' | 'heading' = 'title') =>
	requireTicketText((fields[field] ?? '').replaceAll(/\s+/g, ' '), { field, longest: MAX_TITLE_LENGTH })

/** @throws ServiceError text_refused (422) with the messages of all fields */
function readTitles(fields: Fields): { title: string; heading: string | undefined } {
	const faults: Record<string, string> = {}
	const read = (field: 'title' | 'heading') => {
		try {
			return readTitle(fields, field)
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error
			faults[field] = error.message
			return ''
		}
	}
	const titles = { title: read('title'), heading: fields.heading === undefined ? undefined : read('heading') }
	const messages = Object.values(faults)
	if (messages.length > 0) throw new ServiceError('unprocessable', 'text_refused', messages.join(' '), { fields: faults })
	return titles
}

/**
 * Renames a module in the course. Its page gets the new heading of the form; without one, the new title, if title and heading were the
 * same.
 */
async function renameOneModule(request: ConsoleActionRequest, { module }: OutlineCommand, fields: Fields): Promise<OutlineChange[]> {
	const { title, heading: typed } = readTitles(fields)
	const opened = await openShown(request, courseFileOf(fields.course), fields.base)
	const course = parseCourse(opened)
	const before = course.modules.find(({ id }) => id === module)?.title
	if (before === undefined) throw outlineChanged()
	const ofPage = await openShown(request, moduleFile(module), fields[`base-${module}`])
	const page = parseModule(ofPage)
	const { title: headingBefore = '' } = page
	const heading = typed ?? (headingBefore === before ? title : headingBefore)
	return [
		{ opened, text: printCourseFile(renameModule(course, { id: module, title, heading, headingBefore }), opened.text) },
		...(heading === headingBefore ? [] : [{ opened: ofPage, text: printCourseFile({ ...page, title: heading }, ofPage.text) }]),
	]
}

/** Renames a lesson in the module, and in its own text if both titles were the same. */
async function renameOneLesson(
	request: ConsoleActionRequest,
	{ module, lesson }: OutlineCommand,
	fields: Fields,
): Promise<OutlineChange[]> {
	const title = readTitle(fields)
	const opened = await openShown(request, moduleFile(module), fields[`base-${module}`])
	const page = parseModule(opened)
	const section = page.sections.find(({ id }) => id === lesson)
	if (!section) throw outlineChanged()
	const text = await readOutlineFile(request.ctx.db, lessonFile(module, section))
	const renamed = renameLesson(text.text, section.title, title)
	return [
		{ opened, text: printCourseFile(renameSection(page, lesson, title), opened.text) },
		...(renamed === text.text ? [] : [{ opened: text, text: renamed }]),
	]
}

/** @throws ServiceError part_needed (422), part_referenced, outline_changed (409) */
async function planCheckedRemoval({ ctx }: ConsoleActionRequest, command: OutlineCommand, fields: Fields) {
	const file = courseFileOf(fields.course)
	const removed = await planRemoval(ctx, file, command)
	for (const { opened } of removed.changes) {
		const { path } = opened.file
		const [, module] = MODULE_FILE.exec(path) ?? []
		const shown = path === file ? fields.base : module && fields[`base-${module}`]
		if ((path === file || module) && (shown ?? '') !== opened.base) throw outlineChanged()
	}
	await requireUnreferenced(ctx, removed)
	return removed
}

async function plan(request: ConsoleActionRequest, fields: Fields): Promise<OutlineChange[]> {
	const command = parseOutlineCommand(fields.do ?? '')
	if (command.what === 'rename-module') return renameOneModule(request, command, fields)
	if (command.what === 'rename-lesson') return renameOneLesson(request, command, fields)
	if (command.what.startsWith('duplicate-'))
		return planCopy(request.ctx, { command, fields }, (id) => openShown(request, moduleFile(id), fields[`base-${id}`]))
	if (command.what.startsWith('lesson')) return changeLessons(request, command, fields)
	return changeCourse(request, command, fields)
}

/** @throws ServiceError outline_changed (409) unless each text's base is still the latest */
async function save(request: ConsoleActionRequest, changes: readonly OutlineChange[], logged = 'content_saved'): Promise<Version[]> {
	const versions: Version[] = []
	// The first change is the requested one; the others follow from it.
	const requested = changes[0]?.opened.file.path
	const { ctx } = request
	// Keep releases from being published between reading a public text and saving it as a draft.
	if (changes.some(({ isReset }) => isReset)) await inTransaction(ctx.db, lockReleases)
	for (const { opened, text: planned, isReset = false, becauseOf = requested } of changes) {
		const text = isReset ? versionText((await readNewestAndLive(ctx.db, opened.file.path)).live, opened.file) : planned
		const outcome = await saveDraft(
			ctx,
			{ file: opened.file, text, authorId: request.by.userId, becauseOf: becauseOf ?? undefined },
			opened.base,
		)
		if ('theirs' in outcome) throw outlineChanged()
		if (outcome.saved) versions.push(outcome.saved)
	}
	for (const { id, path } of versions)
		await recordAction(request, request.ctx.db, { action: logged, object: { kind: 'content', id: path }, after: { version: id } })
	return versions
}

/** @throws ServiceError outline_changed (409) if any of the change's versions is no longer the latest */
async function undo(request: ConsoleActionRequest, { undo: typed = '', did }: Fields): Promise<Response> {
	const isOfDrafts = did?.startsWith('discard') === true
	const ids = typed.split(',').filter((id) => /^[\da-f-]{36}$/.test(id))
	const changes = await Promise.all(
		ids.map(async (id): Promise<OutlineChange> => {
			const version = await readVersion(request.ctx.db, id)
			if (!version) throw outlineChanged()
			const file = requireFile(version.path)
			const before = await readVersionBefore(request.ctx.db, version)
			return {
				opened: { file, text: versionText(version, file), base: id },
				text: versionText(before, file),
				...(isOfDrafts && { becauseOf: before?.because_of ?? null }),
			}
		}),
	)
	const saved = await save(request, changes, 'content_undone')
	const pages: Record<string, string> = { delete: consolePaths.content, discard: consolePaths.contentPublish }
	const [only] = changes
	const page = did === 'discard-own' && only ? fileAddress(only.opened.file.path) : (pages[did ?? ''] ?? consolePaths.course)
	return request.c.redirect(`${page}${page.includes('?') ? '&' : '?'}notice=outline-${saved.length > 0 ? 'undone' : 'unchanged'}`, 303)
}

async function change(request: ConsoleActionRequest, fields: Fields): Promise<Response> {
	if (fields.do === 'undo') return undo(request, fields)
	const part = /^remove-(.+)/.exec(fields.do ?? '')?.[1]
	const removed = part === undefined ? null : await planCheckedRemoval(request, parseOutlineCommand(fields.do ?? ''), fields)
	const changes = removed?.changes ?? (await plan(request, fields))
	const saved = await save(request, changes)
	const ids = saved.map(({ id }) => id).join(',')
	const [first] = saved
	if (removed && first)
		await recordAction(request, request.ctx.db, {
			action: 'part_removed',
			object: { kind: 'content', id: first.path },
			after: { title: removed.title, part, versions: ids },
		})
	const notice = removed ? 'part-removed' : 'outline-saved'
	const [verb = ''] = (fields.do ?? '').split('-')
	const copy = verb === 'duplicate' ? changes[0]?.opened.file.path : undefined
	if (copy !== undefined) return request.c.redirect(`${fileAddress(copy)}&notice=lesson-duplicated&changed=${ids}&did=duplicate`, 303)
	const did = verb === 'rename' || verb === 'remove' ? verb : 'move'
	return request.c.redirect(
		`${consolePaths.course}?notice=${ids === '' ? 'outline-unchanged' : `${notice}&changed=${ids}&did=${did}`}`,
		303,
	)
}

/** Routes of the course outline, which save changes as drafts (app/admin/routes/outline). */
export const outlineRoutes = [action(consolePaths.course, 'operator', change)]
