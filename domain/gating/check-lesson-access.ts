import { checkModuleAccess, type GatedModule, type ModuleAccess, type ModuleId } from './check-module-access.ts'
import { isOfMainCourse } from './course-contents.ts'

export type AccessPolicy = 'progress' | 'enrolled'

export type LessonAccess = ModuleAccess | { allowed: false; reason: 'not-enrolled' }

/** `hasEntitlement`: one of the reader's entitlements opens the module. */
export type LessonReader = { completed: ReadonlySet<ModuleId>; hasEntitlement: boolean }

type Home = Pick<GatedModule, 'requires' | 'isFree' | 'courseId' | 'belongsTo'>

/**
 * True if the lesson requires a purchase. Modules marked as free never do. Others in the main course, and in courses that come with it, do
 * only under the policy `enrolled`; those in any other course always do.
 */
export const needsPurchase = (home: Omit<Home, 'requires'>, policy: AccessPolicy): boolean =>
	!home.isFree && (policy === 'enrolled' || !isOfMainCourse(home))

/**
 * Decides whether the server sends a lesson's text: the required module must be completed, and the lesson bought if it
 * needs a purchase.
 */
export function checkLessonAccess(home: Home, reader: LessonReader, policy: AccessPolicy): LessonAccess {
	const access = checkModuleAccess(home, reader)
	if (!access.allowed || !needsPurchase(home, policy)) return access
	return reader.hasEntitlement ? access : { allowed: false, reason: 'not-enrolled' }
}
