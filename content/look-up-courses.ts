import { findModule, type GatedModule, MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { type CourseContents, courseIdOf, joinContents, contentsThatOpen, opensModule } from '#domain/gating/course-contents.ts'

import { CAREER_COURSE_ID } from './career-course.ts'
import type { TaughtCourse } from './derive-further-courses.ts'
import { requireItem } from './derive-words.ts'
import type { ModuleSource } from './schema/module.ts'

const MAIN_ALONE: CourseContents = { courses: [MAIN_COURSE_ID], modules: [] }

/** Returns the courses and modules that include a document; the main course if none does. */
function findOpeners(courses: readonly TaughtCourse[], slug: string): CourseContents {
	const bringing = courses.flatMap(({ templates, gatedModules }) => {
		const ids = templates.filter(({ slugs }) => slugs.includes(slug)).map(({ moduleId }) => moduleId)
		return gatedModules.filter(({ id }) => ids.includes(id)).map(contentsThatOpen)
	})
	if (bringing.length === 0) return MAIN_ALONE
	return joinContents(bringing)
}

/** @param courses the main course first */
export function createCourseLookUps(courses: readonly TaughtCourse[]) {
	const allModulePages = courses.flatMap(({ pages }) => pages)
	const allGatedModules = courses.flatMap((each) => each.gatedModules)
	const findGatedModule = (value: number | string): GatedModule | null => findModule(allGatedModules, value)
	const modulePage = (moduleId: number): ModuleSource => requireItem(allModulePages, ({ id }) => id === moduleId, `module ${moduleId}`)
	return {
		/** All courses: the main one, the career path, and further ones. */
		courses,
		/** Courses with pages under /courses. A site without such a course never mentions courses. */
		furtherCourses: courses.filter(({ id }) => id !== MAIN_COURSE_ID && id !== CAREER_COURSE_ID),
		courseById: (id: string): TaughtCourse | null => courses.find((each) => each.id === id) ?? null,
		/** @throws Error if there is no such module */
		courseOf: (moduleId: number): TaughtCourse => {
			const module = findGatedModule(moduleId)
			return requireItem(courses, ({ id }) => module !== null && id === courseIdOf(module), `course with module ${moduleId}`)
		},
		/** Pages of all courses' modules, the main course first. */
		allModulePages,
		/** Lessons that aren't in a section of a module. */
		trackLessons: courses.flatMap(({ trackLessons }) => trackLessons),
		/** @throws Error if there is no such module */
		modulePage,
		allGatedModules,
		/** Returns the module with this number or URL segment, from any course, or null. */
		findGatedModule,
		/**
		 * Returns a label such as “Module 3”, or “Spreadsheets, module 1”: in a further course, modules are counted from 1,
		 * although their URLs contain a number that is unique across courses.
		 */
		labelModule: (moduleId: number): string => {
			const course = courses.slice(1).find(({ modules }) => modules.some(({ id }) => id === moduleId))
			const place = course?.modules.findIndex(({ id }) => id === moduleId) ?? 0
			return course ? `${course.title}, module ${place + 1}` : `Module ${moduleId}`
		},
		/** Returns “Module 3” in the main course, otherwise the course's title; followed by the module's title in the course if it has one. */
		nameModule: (moduleId: number): string => {
			const course = courses.slice(1).find(({ gatedModules }) => gatedModules.some(({ id }) => id === moduleId))
			const module = courses.flatMap(({ modules }) => modules).find(({ id }) => id === moduleId)
			return [course?.title ?? `Module ${moduleId}`, ...(module ? [module.title] : [])].join(': ')
		},
		/** Returns the numbers of the modules that a product's contents open. Removed modules are skipped. */
		modulesIn: (contents: CourseContents): ReadonlySet<number> =>
			new Set(allGatedModules.filter((module) => opensModule(contents, module)).map(({ id }) => id)),
		openersOf: (slug: string): CourseContents => findOpeners(courses, slug),
	}
}
