import { checkModuleAccess, type GatedModule, type ModuleAccess, type ModuleId } from './check-module-access.ts'
import { isOfMainCourse } from './course-contents.ts'

export type AccessPolicy = 'progress' | 'enrolled'

export type LessonAccess = ModuleAccess | { allowed: false; reason: 'not-enrolled' }

/** `hasEntitlement`: one of the reader's entitlements opens the module. */
export type LessonReader = { completed: ReadonlySet<ModuleId>; hasEntitlement: boolean }

type Home = Pick<GatedModule, 'requires' | 'isFree' | 'courseId' | 'belongsTo'>

/**
 * True if the lesson requires a purchase. The policy applies to the main course and the courses that come with it; any other
 * course is always sold.
 */
export const needsPurchase = (home: Omit<Home, 'requires'>, policy: AccessPolicy): boolean =>
	!home.isFree && (policy === 'enrolled' || !isOfMainCourse(home))

/**
 * Decides whether a lesson's text is sent. Texts of a free module never require a purchase, but its page still redirects unknown
 * visitors to the sign-up.
 */
export function checkLessonAccess(home: Home, reader: LessonReader, policy: AccessPolicy): LessonAccess {
	const access = checkModuleAccess(home, reader)
	if (!access.allowed || !needsPurchase(home, policy)) return access
	return reader.hasEntitlement ? access : { allowed: false, reason: 'not-enrolled' }
}
