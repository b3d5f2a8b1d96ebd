import type { Content } from '#content/load-content.server.ts'
import { fileAddress } from '#contracts/console-paths.ts'
import { MAIN_COURSE_ID, MAX_MODULE_ID } from '#domain/gating/check-module-access.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { draftCourse, draftLesson, draftModule, FIRST_LESSON } from './draft-course.ts'
import { requireFile, toSlug } from './files.ts'
import { listNewest, saveDraft } from './versions.ts'

const LONGEST_TITLE = 100

function refuse(field: 'title' | 'address', message: string): ServiceError {
	return new ServiceError('unprocessable', `course_${field}`, message, { fields: { [field]: message } })
}

/** The next number after all modules, published or drafted: a number is never used twice. */
function nextModuleId({ allGatedModules }: Content, paths: readonly string[]): number {
	const drafted = paths.flatMap((path) => /^course\/module-(\d+)\//.exec(path)?.[1] ?? []).map(Number)
	const next = Math.max(...allGatedModules.map(({ id }) => id), ...drafted) + 1
	if (next > MAX_MODULE_ID)
		throw refuse('title', `An academy has at most ${MAX_MODULE_ID} modules. Edit a module that you no longer need instead.`)
	return next
}

/**
 * Begins a course: drafts of the course, one module and one lesson, which can be published as they are.
 * @throws ServiceError course_title, course_address (422)
 */
export async function beginCourse(work: Work, { title: typed = '', address = '' }: Readonly<Record<string, string>>) {
	const { ctx, by } = work
	const title = typed.replaceAll('\0', '').trim().slice(0, LONGEST_TITLE)
	if (title === '') throw refuse('title', 'Please enter a title.')
	const id = toSlug(address.trim() || title)
	if (id === null) throw refuse('address', 'An address has letters from a to z and digits, such as my-second-course.')
	const paths = (await listNewest(ctx.db)).map(({ path }) => path)
	const file = `courses/${id}.json`
	if (id === MAIN_COURSE_ID || id === ctx.content.course.code || ctx.content.courseById(id) || paths.includes(file))
		throw refuse('address', 'Another course has this address. Choose a different one.')
	const moduleId = nextModuleId(ctx.content, paths)
	const folder = `course/module-${moduleId}`
	const drafts = [
		[file, draftCourse({ title, moduleId })],
		[`${folder}/module.json`, draftModule({ id, moduleId })],
		[`${folder}/lessons/${FIRST_LESSON}.md`, draftLesson()],
	] as const
	for (const [path, text] of drafts) await saveDraft(ctx, { file: requireFile(path), text, authorId: by.userId }, '')
	await recordAction(work, ctx.db, {
		action: 'course_begun',
		object: { kind: 'content', id: file },
		after: { title, files: drafts.map(([path]) => path) },
	})
	return work.c.redirect(`${fileAddress(file)}&said=course-begun`, 303)
}
