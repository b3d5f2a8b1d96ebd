import { checkModuleAccess, findModuleId, type ModuleAccess, type ModuleId } from './check-module-access.ts'

export type AccessPolicy = 'progress' | 'enrolled'

export type LessonAccess = ModuleAccess | { allowed: false; reason: 'not-enrolled' }

export type LessonReader = { completed: ReadonlySet<ModuleId>; hasEntitlement: boolean }

/**
 * Stands for the career path where a lesson of a module has the module's number. Everything that is done in the lessons of its tracks is
 * kept under it. Far above the numbers of modules.
 */
export const CAREER_PATH_ID = 90
/** What a lesson belongs to. */
export type LessonHome = ModuleId | typeof CAREER_PATH_ID

/** What a number or a piece of a URL names, or null. */
export const findLessonHome = (value: number | string): LessonHome | null =>
	String(value) === String(CAREER_PATH_ID) ? CAREER_PATH_ID : findModuleId(value)

/**
 * Says whether a lesson's body is handed out. The bodies of module 1 are free for everyone under both policies; the page
 * itself still sends an unknown visitor to the sign-up. The career path comes after no module, since module 1 leads to it, and is sold
 * like modules 2 to 6.
 */
export function checkLessonAccess(home: LessonHome, reader: LessonReader, policy: AccessPolicy): LessonAccess {
	const access = home === CAREER_PATH_ID ? { allowed: true as const } : checkModuleAccess(home, reader)
	if (!access.allowed || home === 1 || policy === 'progress') return access
	return reader.hasEntitlement ? access : { allowed: false, reason: 'not-enrolled' }
}
