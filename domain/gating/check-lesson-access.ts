import { checkModuleAccess, type GatedModule, type ModuleAccess, type ModuleId } from './check-module-access.ts'
import { isOfMainCourse } from './course-contents.ts'

export type AccessPolicy = 'progress' | 'enrolled'

export type LessonAccess = ModuleAccess | { allowed: false; reason: 'not-enrolled' }

/** `hasEntitlement`: something the reader holds opens the module in question. */
export type LessonReader = { completed: ReadonlySet<ModuleId>; hasEntitlement: boolean }

type Home = Pick<GatedModule, 'requires' | 'isFree' | 'courseId' | 'belongsTo'>

/**
 * The policy is about the main course and those that belong to it. A further course is there to be sold: its lessons always need a
 * purchase.
 */
export const needsPurchase = (home: Omit<Home, 'requires'>, policy: AccessPolicy): boolean =>
	!home.isFree && (policy === 'enrolled' || !isOfMainCourse(home))

/**
 * Decides whether a lesson's body is sent. The bodies of a free module need no purchase under either policy; the page itself still sends an
 * unknown visitor to the sign-up.
 */
export function checkLessonAccess(home: Home, reader: LessonReader, policy: AccessPolicy): LessonAccess {
	const access = checkModuleAccess(home, reader)
	if (!access.allowed || !needsPurchase(home, policy)) return access
	return reader.hasEntitlement ? access : { allowed: false, reason: 'not-enrolled' }
}
