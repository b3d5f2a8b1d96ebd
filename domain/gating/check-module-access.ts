/** Number of a module, as in URLs, files and progress. The course defines which modules exist, and their order. */
export type ModuleId = number

/** Maximum module number in a course file. */
export const MAX_MODULE_ID = 89

/**
 * Module number of the career path. Progress is stored as `90/<lesson>` in browsers and accounts, so it must never change. Only
 * content/career-course.ts uses it.
 */
export const CAREER_PATH_ID = 90

/** Maximum module number of a lesson, including the career path. The API and the database allow two digits. */
export const MAX_LESSON_HOME = 99

/** The course in content/course. Its modules have no `courseId`, and its URLs don't contain one. */
export const MAIN_COURSE_ID = 'main'

export type GatedModule = {
	readonly id: ModuleId
	/** Module to complete first; null if there is none. */
	readonly requires: ModuleId | null
	/** True if the lessons never require a purchase, whatever the access policy. */
	readonly isFree: boolean
	/** Course of the module; absent for the main course. */
	readonly courseId?: string
	/** Parent course, whose owners also have this module. */
	readonly belongsTo?: string | undefined
}

export type ModuleAccess =
	| { allowed: true }
	| { allowed: false; reason: 'not-signed-up' }
	| { allowed: false; reason: 'previous-incomplete'; previous: ModuleId }

/** A visitor who gave an email address, signed in or not. */
export type ModuleVisitor = { completed: ReadonlySet<ModuleId> }

/**
 * Decides whether a module opens. The browser checks when the module's page opens, the server before it stores a
 * completion.
 * @param visitor null for a visitor who never signed up
 */
export function checkModuleAccess({ requires }: Pick<GatedModule, 'requires'>, visitor: ModuleVisitor | null): ModuleAccess {
	if (!visitor) return { allowed: false, reason: 'not-signed-up' }
	if (requires === null || visitor.completed.has(requires)) return { allowed: true }
	return { allowed: false, reason: 'previous-incomplete', previous: requires }
}

/** Parses a module number; null if invalid. `'1'` is valid, `'01'` and `'1.0'` aren't. Doesn't check that the module exists. */
export function readModuleId(value: number | string): ModuleId | null {
	return /^[1-9]\d?$/.test(String(value)) && Number(value) <= MAX_MODULE_ID ? Number(value) : null
}

/** Finds a module by number or URL segment; null if the course doesn't have it. */
export function findModule<T extends { readonly id: ModuleId }>(course: readonly T[], value: number | string): T | null {
	return course.find(({ id }) => String(id) === String(value)) ?? null
}
