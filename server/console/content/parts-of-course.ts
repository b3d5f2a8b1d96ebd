import { isJson, MODULE_FILE } from '#content/check-file.ts'
import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import { CourseSchema } from '#content/schema/course.ts'
import { FurtherCourseSchema } from '#content/schema/further-course.ts'
import { ModuleSchema } from '#content/schema/module.ts'

import { listFiles } from './files.ts'

type Part = { title: string; path: string }

function findParts(file: string, text: string): { heading: string; parts: Part[] } | null {
	const data: unknown = isJson(text) ? JSON.parse(text) : null
	const schema = file === 'course/course.json' ? CourseSchema : FURTHER_COURSE_FILE.test(file) ? FurtherCourseSchema : null
	const course = schema?.safeParse(data)
	if (course?.success) {
		const isMain = schema === CourseSchema
		const parts = course.data.modules.map(({ id, title }, index) => ({
			title: `${isMain ? id : index + 1}: ${title}`,
			path: `course/module-${id}/module.json`,
		}))
		return { heading: 'Modules', parts }
	}
	const [, module] = MODULE_FILE.exec(file) ?? []
	const page = module === undefined ? null : ModuleSchema.safeParse(data)
	if (!page?.success) return null
	const parts = page.data.sections.map(({ id, title, lessonId }) => ({
		title,
		path: `course/module-${module}/lessons/${lessonId ?? id}.md`,
	}))
	return { heading: 'Lessons', parts }
}

/**
 * Lists the modules of a course, or the sections of a module. The link of an unwritten lesson creates it.
 * @returns null for any other file and for an invalid one
 */
export function listParts(file: string, text: string) {
	const found = findParts(file, text)
	if (!found) return null
	const known = new Set(listFiles().map(({ path }) => path))
	return { heading: found.heading, parts: found.parts.map((part) => ({ ...part, isInOrigin: known.has(part.path) })) }
}
