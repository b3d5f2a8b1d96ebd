import { type GatedModule, MAIN_COURSE_ID, type ModuleId } from './check-module-access.ts'

/** Courses and single modules that an offer or entitlement opens. */
export type CourseContents = { readonly courses: readonly string[]; readonly modules: readonly ModuleId[] }

/** Contents of all products that were sold before an academy could have several courses. */
export const MAIN_CONTENTS: CourseContents = { courses: [MAIN_COURSE_ID], modules: [] }

/** A module, or a whole course if `id` is absent. */
export type GatedContent = Pick<GatedModule, 'courseId' | 'belongsTo'> & { readonly id?: ModuleId }

export const MAIN_COURSE: GatedContent = {}

export const courseIdOf = ({ courseId = MAIN_COURSE_ID }: GatedContent): string => courseId

/** Lists the courses that open a module: its own and the parent course. */
export const coursesThatOpen = (module: GatedContent): string[] => [
	courseIdOf(module),
	...(module.belongsTo === undefined ? [] : [module.belongsTo]),
]

export const isOfMainCourse = (module: GatedContent): boolean => coursesThatOpen(module).includes(MAIN_COURSE_ID)

export const opensNothing = ({ courses, modules }: CourseContents): boolean => courses.length + modules.length === 0

const isSameList = <T>(one: readonly T[], other: readonly T[]) => one.length === other.length && one.every((each) => other.includes(each))

export const isSameContents = (one: CourseContents, other: CourseContents): boolean =>
	isSameList(one.courses, other.courses) && isSameList(one.modules, other.modules)

export const sharesContents = (one: CourseContents, other: CourseContents): boolean =>
	one.courses.some((id) => other.courses.includes(id)) || one.modules.some((id) => other.modules.includes(id))

export const opensModule = (contents: CourseContents, module: GatedContent): boolean =>
	coursesThatOpen(module).some((id) => contents.courses.includes(id)) || (module.id !== undefined && contents.modules.includes(module.id))

/** Lists the contents that open a module: its course, the parent course, or the module itself. */
export const contentsThatOpen = (module: GatedModule): CourseContents => ({ courses: coursesThatOpen(module), modules: [module.id] })

export const joinContents = (all: readonly CourseContents[]): CourseContents => ({
	courses: [...new Set(all.flatMap(({ courses }) => courses))].toSorted(),
	modules: [...new Set(all.flatMap(({ modules }) => modules))].toSorted((a, b) => a - b),
})
