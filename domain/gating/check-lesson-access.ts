import { checkModuleAccess, type GatedModule, type ModuleAccess, type ModuleId } from './check-module-access.ts'

export type AccessPolicy = 'progress' | 'enrolled'

export type LessonAccess = ModuleAccess | { allowed: false; reason: 'not-enrolled' }

/** `hasEntitlement`: something the reader holds opens the module in question. */
export type LessonReader = { completed: ReadonlySet<ModuleId>; hasEntitlement: boolean }

type Home = Pick<GatedModule, 'requires' | 'isFree' | 'courseId'>

/** The policy is about the main course. A further one is there to be sold: its lessons always need a purchase. */
export const needsPurchase = ({ isFree, courseId }: Pick<Home, 'isFree' | 'courseId'>, policy: AccessPolicy): boolean =>
	!isFree && (policy === 'enrolled' || courseId !== undefined)

/** Takes the place of a module number for the career path: lessons of its tracks are stored under it. Above all module numbers. */
export const CAREER_PATH_ID = 90
/** The career path comes after no module, since module 1 leads to it, and is sold like the modules that are not free. */
export const CAREER_PATH: GatedModule = { id: CAREER_PATH_ID, requires: null, isFree: false }
/** Number of what a lesson belongs to: of a module, or the career path's. */
export type LessonHome = ModuleId
/** The wire and the database keep to two digits, whatever the course holds today. */
export const MAX_LESSON_HOME = 99

/**
 * Says whether a lesson's body is handed out. The bodies of a free module need no purchase under either policy; the page
 * itself still sends an unknown visitor to the sign-up.
 */
export function checkLessonAccess(home: Home, reader: LessonReader, policy: AccessPolicy): LessonAccess {
	const access = checkModuleAccess(home, reader)
	if (!access.allowed || !needsPurchase(home, policy)) return access
	return reader.hasEntitlement ? access : { allowed: false, reason: 'not-enrolled' }
}
