import { type GatedModule, MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'

import { CAREER_COURSE_ID } from './career-course.ts'
import { type JsonFiles, moduleFile } from './json-files.ts'
import { ContentProblem, type FileIssue } from './parsed-files.ts'
import type { Course, DeniedWords, ModuleWords } from './schema/course.ts'
import type { FurtherCourse } from './schema/further-course.ts'
import type { ModuleSource } from './schema/module.ts'

export type TrackLesson = {
	moduleId: number
	trackId: string
	track: string
	id: string
	title: string
	description: string
	duration: string
}

export type TaughtCourse = {
	id: string
	/** Identifier in certificates and orders. */
	code: string
	title: string
	/** Null for the main course, which has its own pages. */
	description: string | null
	/** The course that includes this one; null if it is sold separately. */
	belongsTo: string | null
	certificate: Course['certificate']
	modules: readonly ModuleWords[]
	pages: readonly ModuleSource[]
	gatedModules: readonly GatedModule[]
	/** Lessons that aren't in modules: those of the career tracks. */
	trackLessons: readonly TrackLesson[]
	notEnrolled: DeniedWords
	templates: readonly { moduleId: number; slugs: readonly string[] }[]
}

/** Returns a course's start page. Same as in contracts/paths.ts, which this layer may not import. */
const pageOf = (id: string) => `/courses/${id}`

function wordsOf(id: string, { title, modules }: FurtherCourse): ModuleWords[] {
	return modules.map((module) => {
		const before = modules.find((other) => other.id === module.requires)
		return {
			id: module.id,
			title: module.title,
			pageTitle: module.title,
			description: module.description,
			skills: module.skills,
			duration: module.duration,
			minutes: module.minutes,
			gate: before
				? {
						requires: before.id,
						deniedToast: {
							title: 'Complete the Previous Module First',
							description: `“${module.title}” opens after “${before.title}”.`,
							variant: 'destructive',
						},
						deniedRedirect: pageOf(id),
					}
				: null,
			...(module.free && { free: true as const }),
			completionToast: { title: 'Module Completed!', description: `You finished “${module.title}” of ${title}.`, variant: 'default' },
		}
	})
}

const toGated = (courseId: string, { modules, belongsTo }: FurtherCourse): GatedModule[] =>
	modules.map(({ id, requires, free }) => ({
		id,
		requires,
		isFree: free === true,
		courseId,
		...(belongsTo !== undefined && { belongsTo }),
	}))

/** Checks that courses belong only to courses that are sold separately, so that access checks need just one level. */
function findBelongsToIssues({ furtherCourses }: JsonFiles): FileIssue[] {
	const belonging = new Map(furtherCourses.map(({ id, course }) => [id, course.belongsTo]))
	return furtherCourses.flatMap(({ id, file, course: { belongsTo } }) => {
		if (belongsTo === undefined || belongsTo === MAIN_COURSE_ID) return []
		const isKnown = belonging.has(belongsTo) && belongsTo !== id
		if (isKnown && belonging.get(belongsTo) === undefined) return []
		const why = isKnown ? `course ${belongsTo} itself belongs to another course` : `there is no other course ${belongsTo}`
		return [{ file, line: 1, message: `belongsTo: ${why}` }]
	})
}

/**
 * Finds module numbers used by two courses, because progress, notes and URLs identify a module only by its number; reserved course IDs; and
 * unknown courses or modules in offers.
 */
function findFaults({ course, furtherCourses, offers }: JsonFiles): FileIssue[] {
	const owners = new Map(course.modules.map(({ id }) => [id, 'course/course.json']))
	const issue = (file: string, message: string): FileIssue => ({ file, line: 1, message })
	const faults = furtherCourses.flatMap(({ id, file, course: further }) => [
		...([MAIN_COURSE_ID, CAREER_COURSE_ID, course.code].includes(id) ? [issue(file, 'this name belongs to the main course')] : []),
		...further.modules.flatMap((module) => {
			const owner = owners.get(module.id)
			owners.set(module.id, owner ?? file)
			return owner === undefined || owner === file ? [] : [issue(file, `modules: number ${module.id} belongs to ${owner}`)]
		}),
	])
	const known = new Set([MAIN_COURSE_ID, CAREER_COURSE_ID, ...furtherCourses.map(({ id }) => id)])
	const unknown = offers.offers.flatMap(({ contains }, index) => [
		...(contains?.courses ?? []).filter((id) => !known.has(id)).map((id) => `offers.${index}.contains.courses: there is no course ${id}`),
		...(contains?.modules ?? []).filter((id) => !owners.has(id)).map((id) => `offers.${index}.contains.modules: there is no module ${id}`),
	])
	return [...faults, ...unknown.map((message) => issue('offers.json', message))]
}

/**
 * Returns the courses in courses/, sorted by folder name.
 * @throws ContentProblem if courses, modules and offers contradict each other, or a module's ID isn't the number of its folder
 */
export function deriveFurtherCourses(files: JsonFiles): TaughtCourse[] {
	const misnamed = files.furtherCourses.flatMap(({ course, pages }) =>
		course.modules.flatMap(({ id }, index) =>
			pages[index]?.id === id ? [] : [{ file: moduleFile(id), line: 1, message: `id: must be ${id}, as in the folder's name` }],
		),
	)
	const faults = [...findFaults(files), ...findBelongsToIssues(files), ...misnamed]
	if (faults.length > 0) throw new ContentProblem(faults)
	return files.furtherCourses.map(({ id, course, pages }) => ({
		id,
		code: id,
		title: course.title,
		description: course.description,
		belongsTo: course.belongsTo ?? null,
		certificate: course.certificate,
		modules: wordsOf(id, course),
		pages,
		gatedModules: toGated(id, course),
		trackLessons: [],
		notEnrolled: {
			deniedToast: {
				title: `This Module Is Part of ${course.title}`,
				description: 'It opens once you have bought the course.',
				variant: 'destructive',
			},
			deniedRedirect: pageOf(id),
		},
		templates: course.modules.map((module) => ({ moduleId: module.id, slugs: module.templateSlugs ?? [] })),
	}))
}

export const mainCourse = ({ course, modules }: JsonFiles, gatedModules: readonly GatedModule[]): TaughtCourse => ({
	id: MAIN_COURSE_ID,
	code: course.code,
	title: course.title,
	description: null,
	belongsTo: null,
	certificate: course.certificate,
	modules: course.modules,
	pages: modules,
	gatedModules,
	trackLessons: [],
	notEnrolled: course.notEnrolled,
	templates: course.modules.map(({ id, templateSlug }) => ({ moduleId: id, slugs: templateSlug === undefined ? [] : [templateSlug] })),
})
