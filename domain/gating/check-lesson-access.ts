import { checkModuleAccess, type ModuleAccess, type ModuleId } from './check-module-access.ts'

export type AccessPolicy = 'progress' | 'enrolled'

export type LessonAccess = ModuleAccess | { allowed: false; reason: 'not-enrolled' }

export type LessonReader = { completed: ReadonlySet<ModuleId>; hasEntitlement: boolean }

/**
 * Says whether a lesson's body is handed out. The bodies of module 1 are free for everyone under both policies; the page
 * itself still sends an unknown visitor to the sign-up.
 */
export function checkLessonAccess(moduleId: ModuleId, reader: LessonReader, policy: AccessPolicy): LessonAccess {
	const access = checkModuleAccess(moduleId, reader)
	if (!access.allowed || moduleId === 1 || policy === 'progress') return access
	return reader.hasEntitlement ? access : { allowed: false, reason: 'not-enrolled' }
}
