import { findModule, type GatedModule, MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { type CourseContents, courseIdOf, joinContents, keysOf, opensModule } from '#domain/gating/course-contents.ts'

import { CAREER_COURSE_ID } from './career-course.ts'
import type { TaughtCourse } from './derive-further-courses.ts'
import { pick } from './pick.ts'
import type { ModuleSource } from './schema/module.ts'

const MAIN_ALONE: CourseContents = { courses: [MAIN_COURSE_ID], modules: [] }

/** Courses and modules that include a document; a document in none of them belongs to the main course. */
function findOpeners(courses: readonly TaughtCourse[], slug: string): CourseContents {
	const bringing = courses.flatMap(({ templates, gatedModules }) => {
		const ids = templates.filter(({ slugs }) => slugs.includes(slug)).map(({ moduleId }) => moduleId)
		return gatedModules.filter(({ id }) => ids.includes(id)).map(keysOf)
	})
	if (bringing.length === 0) return MAIN_ALONE
	return joinContents(bringing)
}

/** Questions about all courses. @param courses the main one first */
export function lookUpCourses(courses: readonly TaughtCourse[]) {
	const allModulePages = courses.flatMap(({ pages }) => pages)
	const allGatedModules = courses.flatMap((each) => each.gatedModules)
	const findGatedModule = (value: number | string): GatedModule | null => findModule(allGatedModules, value)
	const modulePage = (moduleId: number): ModuleSource => pick(allModulePages, ({ id }) => id === moduleId, `module ${moduleId}`)
	return {
		/** All courses: the main one, the career path, and the others. */
		courses,
		/** Courses with pages under /courses. An academy without any never mentions courses. */
		furtherCourses: courses.filter(({ id }) => id !== MAIN_COURSE_ID && id !== CAREER_COURSE_ID),
		courseById: (id: string): TaughtCourse | null => courses.find((each) => each.id === id) ?? null,
		/** Course of a module. Throws if there is no such module. */
		courseOf: (moduleId: number): TaughtCourse => {
			const module = findGatedModule(moduleId)
			return pick(courses, ({ id }) => module !== null && id === courseIdOf(module), `course with module ${moduleId}`)
		},
		/** Pages of the modules of all courses, the main one first. */
		allModulePages,
		/** Lessons that are in no section of a module. */
		trackLessons: courses.flatMap(({ trackLessons }) => trackLessons),
		/** Page content of one module of any course. Throws if there is no such module. */
		modulePage,
		allGatedModules,
		/** The module of any course that a number or a piece of a URL names, or null. */
		findGatedModule,
		/** “Module 3”, or “Spreadsheets, module 1”: each further course counts from 1, and its addresses have the number that is unique in the academy. */
		labelModule: (moduleId: number): string => {
			const course = courses.slice(1).find(({ modules }) => modules.some(({ id }) => id === moduleId))
			const place = course?.modules.findIndex(({ id }) => id === moduleId) ?? 0
			return course ? `${course.title}, module ${place + 1}` : `Module ${moduleId}`
		},
		/** Name of a module in lists: its number in the main course, its course elsewhere. */
		nameModule: (moduleId: number): string => {
			const course = courses.slice(1).find(({ gatedModules }) => gatedModules.some(({ id }) => id === moduleId))
			const page = allModulePages.find(({ id }) => id === moduleId)
			return [course?.title ?? `Module ${moduleId}`, ...(page ? [page.title] : [])].join(': ')
		},
		/** Modules that a product opens; removed ones are left out. */
		modulesIn: (contents: CourseContents): ReadonlySet<number> =>
			new Set(allGatedModules.filter((module) => opensModule(contents, module)).map(({ id }) => id)),
		openersOf: (slug: string): CourseContents => findOpeners(courses, slug),
	}
}
