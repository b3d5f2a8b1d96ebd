import { checkLessonAccess, needsPurchase, type AccessPolicy, type LessonAccess } from '#domain/gating/check-lesson-access.ts'
import { checkModuleAccess, type GatedModule, type ModuleId } from '#domain/gating/check-module-access.ts'

import type { ProgressSyncState } from './use-progress-sync.ts'

export type GateView = { state: 'checking' } | { state: 'open' } | { state: 'closed'; access: Extract<LessonAccess, { allowed: false }> }

/** `unknown`: the request failed. */
export type Entitlement = 'held' | 'missing' | 'asking' | 'unknown'

type Arrival = {
	module: GatedModule
	completed: ReadonlySet<ModuleId>
	hasUser: boolean
	isHydrated: boolean
	sync: ProgressSyncState
	isSignedIn: boolean
	policy: AccessPolicy
	entitlement: Entitlement
}

/**
 * Decides whether a module's page opens. It waits for the account's progress before turning away a signed-in learner on a new
 * browser. If the entitlement can't be loaded, the page opens: it contains no lesson text, and the server checks access to that
 * itself.
 */
export function resolveModuleGate({ module, completed, hasUser, isHydrated, sync, isSignedIn, policy, entitlement }: Arrival): GateView {
	if (!isHydrated) return { state: 'checking' }
	const hasEntitlement = entitlement !== 'missing'
	const access = hasUser ? checkLessonAccess(module, { completed, hasEntitlement }, policy) : checkModuleAccess(module, null)
	if (access.allowed) return { state: needsPurchase(module, policy) && entitlement === 'asking' ? 'checking' : 'open' }
	const isAccountComing = isSignedIn && access.reason !== 'not-enrolled' && (sync === 'idle' || sync === 'syncing')
	return isAccountComing ? { state: 'checking' } : { state: 'closed', access }
}
