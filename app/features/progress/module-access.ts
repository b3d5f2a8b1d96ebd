import { checkLessonAccess, needsPurchase, type AccessPolicy, type LessonAccess } from '#domain/gating/check-lesson-access.ts'
import { checkModuleAccess, type GatedModule, type ModuleId } from '#domain/gating/check-module-access.ts'

import type { ProgressSync } from './use-progress-sync.ts'

export type GateView = { state: 'checking' } | { state: 'open' } | { state: 'closed'; access: Extract<LessonAccess, { allowed: false }> }

/** `unknown`: the server could not be asked. */
export type Entitlement = 'held' | 'missing' | 'asking' | 'unknown'

type Arrival = {
	module: GatedModule
	completed: ReadonlySet<ModuleId>
	/** Someone signed up in this browser or is signed in. */
	hasUser: boolean
	/** False until the page is hydrated; the visitor is unknown until then. */
	isHydrated: boolean
	sync: ProgressSync
	isSignedIn: boolean
	policy: AccessPolicy
	entitlement: Entitlement
}

/**
 * True if a module's page opens, by the `accessPolicy`. A learner on a new browser is not turned away before the account has answered.
 * Where the server cannot be asked about an entitlement, the page opens: it holds no text of the module, and the server refuses that by
 * itself.
 */
export function viewGate({ module, completed, hasUser, isHydrated, sync, isSignedIn, policy, entitlement }: Arrival): GateView {
	if (!isHydrated) return { state: 'checking' }
	const hasEntitlement = entitlement !== 'missing'
	const access = hasUser ? checkLessonAccess(module, { completed, hasEntitlement }, policy) : checkModuleAccess(module, null)
	if (access.allowed) return { state: needsPurchase(module, policy) && entitlement === 'asking' ? 'checking' : 'open' }
	const isAccountComing = isSignedIn && access.reason !== 'not-enrolled' && (sync === 'idle' || sync === 'syncing')
	return isAccountComing ? { state: 'checking' } : { state: 'closed', access }
}
