import { consolePaths } from '#contracts/console-paths.ts'
import { coursePath } from '#contracts/paths.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'

import { type NewDraft, type Fields, refuse, requireSlug, requireText } from './begin-fields.ts'
import { nextModuleId } from './begin-module.ts'
import { draftCourse, draftLesson, draftModule } from './draft-course.ts'
import { saveBegun } from './save-begun.ts'
import { listLatestVersions } from './versions.ts'

const FIRST_LESSON = { id: 'first-lesson', title: 'First Lesson', summary: 'Sample text: what this lesson is about.' }

/**
 * Creates a course with one module and one lesson. With an `owner`, the new course belongs to that course.
 * @throws ServiceError begin_invalid (422), content_changed (409)
 */
export async function beginCourse(request: ConsoleActionRequest, fields: Fields): Promise<NewDraft> {
	const { ctx } = request
	const title = requireText(fields, 'title', 'a title')
	const id = requireSlug('address', (fields.address ?? '').trim() || title)
	const paths = (await listLatestVersions(ctx.db)).map(({ path }) => path)
	const file = `courses/${id}.json`
	if (id === MAIN_COURSE_ID || id === ctx.content.course.code || ctx.content.courseById(id) || paths.includes(file))
		throw refuse('address', 'Another course has this address. Choose a different one.')
	const owner = fields.owner ?? ''
	if (owner !== '' && ctx.content.courseById(owner)?.belongsTo !== null) throw refuse('owner', 'Choose a course that’s sold on its own.')
	const moduleId = await nextModuleId(request)
	const folder = `course/module-${moduleId}`
	await saveBegun(request, { path: file, text: draftCourse({ title, moduleId, owner }) })
	const back = { label: 'Back to the Course', href: coursePath(id) }
	const module = { moduleId, title: 'First Module', minutes: '60', back, lesson: FIRST_LESSON }
	await saveBegun(request, { path: `${folder}/module.json`, text: draftModule(module) })
	await saveBegun(request, { path: `${folder}/lessons/${FIRST_LESSON.id}.md`, text: draftLesson(FIRST_LESSON.title, '20') })
	return { path: file, address: `${consolePaths.course}?notice=course-begun#module-${moduleId}` }
}
