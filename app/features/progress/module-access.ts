import { checkModuleAccess, type ModuleAccess, type ModuleId } from '#domain/gating/check-module-access.ts'

import type { AccountSync } from './sync-state.ts'

export type GateView = { state: 'checking' } | { state: 'open' } | { state: 'closed'; access: Extract<ModuleAccess, { allowed: false }> }

type Arrival = {
	moduleId: ModuleId
	completed: ReadonlySet<ModuleId>
	/** Somebody signed up in this browser or is signed in. */
	hasUser: boolean
	/** False while the page has not come alive: nothing is known about the visitor. */
	isHydrated: boolean
	sync: AccountSync
	isSignedIn: boolean
}

/** Whether a module's page opens (spec B §8). A learner on a new browser is not turned away before the account has answered. */
export function viewGate({ moduleId, completed, hasUser, isHydrated, sync, isSignedIn }: Arrival): GateView {
	if (!isHydrated) return { state: 'checking' }
	const access = checkModuleAccess(moduleId, hasUser ? { completed } : null)
	if (access.allowed) return { state: 'open' }
	const isAccountComing = isSignedIn && (sync === 'idle' || sync === 'syncing')
	return isAccountComing ? { state: 'checking' } : { state: 'closed', access }
}
