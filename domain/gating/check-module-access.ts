/** A module's number: its name in addresses, in files and in progress. The course says which there are, and in which order. */
export type ModuleId = number

/** The highest number that a course's file can give to a module. */
export const MAX_MODULE_ID = 89

/**
 * The module of the career path. What learners did in its lessons is kept as `90/<lesson>` in their browsers and accounts, so the
 * number stays. Only content/career-course.ts uses it; everything else asks the content.
 */
export const CAREER_PATH_ID = 90

/** The wire and the database keep to two digits. */
export const MAX_LESSON_HOME = 99

/** The course in content/course. Its modules have no `courseId`, so its pages carry none. */
export const MAIN_COURSE_ID = 'main'

export type GatedModule = {
	readonly id: ModuleId
	/** The module to complete first; null: none. */
	readonly requires: ModuleId | null
	/** Its texts need no purchase, whatever the access policy. */
	readonly isFree: boolean
	/** The course it is in; absent: the main one. */
	readonly courseId?: string
	/** Parent of its course: owners of that course have this module, too. */
	readonly belongsTo?: string | undefined
}

export type ModuleAccess =
	| { allowed: true }
	| { allowed: false; reason: 'not-signed-up' }
	| { allowed: false; reason: 'previous-incomplete'; previous: ModuleId }

/** A visitor who gave an email address, with or without a session, and the modules completed so far. */
export type ModuleVisitor = { completed: ReadonlySet<ModuleId> }

/**
 * Decides whether a module opens. The browser checks it on arrival, the server before it stores a completion.
 * @param visitor null for a visitor who never signed up
 */
export function checkModuleAccess({ requires }: Pick<GatedModule, 'requires'>, visitor: ModuleVisitor | null): ModuleAccess {
	if (!visitor) return { allowed: false, reason: 'not-signed-up' }
	if (requires === null || visitor.completed.has(requires)) return { allowed: true }
	return { allowed: false, reason: 'previous-incomplete', previous: requires }
}

/** The number that a number or a piece of a URL writes, or null; the course need not have it. `'1'` counts, `'01'` and `'1.0'` do not. */
export function readModuleId(value: number | string): ModuleId | null {
	return /^[1-9]\d?$/.test(String(value)) && Number(value) <= MAX_MODULE_ID ? Number(value) : null
}

/** The module of a course that a number or a piece of a URL names, or null. */
export function findModule<T extends { readonly id: ModuleId }>(course: readonly T[], value: number | string): T | null {
	return course.find(({ id }) => String(id) === String(value)) ?? null
}
