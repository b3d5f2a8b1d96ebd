import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { useSession, useUserId } from '#app/lib/stored-session.ts'
import { useStoredUser } from '#app/lib/stored-user.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { DeniedWords, ModuleGateWords } from '#content/schema/course.ts'
import { type AccessPolicy, checkLessonAccess, type LessonAccess, needsPurchase } from '#domain/gating/check-lesson-access.ts'
import { checkModuleAccess, type GatedModule, type ModuleId } from '#domain/gating/check-module-access.ts'

import { useProgress } from './progress-store.ts'
import { useEntitlement } from './use-entitlement.ts'
import { type ProgressSyncState, useSyncState } from './use-progress-sync.ts'

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
 * Decides whether a module's page opens. On a new browser, waits for a signed-in learner's progress before refusing. If the entitlement
 * can't be loaded, the page opens, because it contains no lesson text and the server checks access to that itself.
 */
export function resolveModuleGate({ module, completed, hasUser, isHydrated, sync, isSignedIn, policy, entitlement }: Arrival): GateView {
	if (!isHydrated) return { state: 'checking' }
	const hasEntitlement = entitlement !== 'missing'
	const access = hasUser ? checkLessonAccess(module, { completed, hasEntitlement }, policy) : checkModuleAccess(module, null)
	if (access.allowed) return { state: needsPurchase(module, policy) && entitlement === 'asking' ? 'checking' : 'open' }
	const isAccountComing = isSignedIn && access.reason !== 'not-enrolled' && (sync === 'idle' || sync === 'syncing')
	return isAccountComing ? { state: 'checking' } : { state: 'closed', access }
}

type GateWords = {
	module: GatedModule
	gate: ModuleGateWords | null
	notSignedUpRedirect: string
	policy: AccessPolicy
	notEnrolled: DeniedWords
}

/** Checks access when the page opens. If access is refused, redirects and shows a toast with the reason. */
export function useModuleGate({ module, gate, notSignedUpRedirect, policy, notEnrolled }: GateWords): GateView['state'] {
	const { completed } = useProgress()
	const session = useSession()
	const isSignedIn = session.status === 'signed-in'
	// By specification, modules open only with an email; the name is just for the greeting.
	const hasUser = Boolean(useStoredUser()?.email) || isSignedIn
	const isHydrated = useHydrated()
	const userId = useUserId()
	const entitlement = useEntitlement(userId, needsPurchase(module, policy))(module)
	const sync = useSyncState()
	const view = resolveModuleGate({ module, completed, hasUser, isHydrated, sync, isSignedIn, policy, entitlement })
	const reason = view.state === 'closed' ? view.access.reason : null

	const navigate = useNavigate()
	// The redirect may lead to another locked module, but one toast is enough.
	const isRedirected = (useLocation().state as { isRefused?: boolean } | null)?.isRefused === true
	const handled = useRef<string | null>(null)
	useEffect(() => {
		const arrival = reason && `${module.id} ${reason}`
		if (handled.current === arrival) return
		handled.current = arrival
		if (reason === null) return
		const denied = reason === 'not-enrolled' ? notEnrolled : reason === 'previous-incomplete' ? gate : null
		if (denied) {
			if (!isRedirected) toast(denied.deniedToast)
			void navigate(denied.deniedRedirect, { replace: true, state: { isRefused: true } })
		} else {
			void navigate(notSignedUpRedirect, { replace: true })
		}
	}, [reason, module.id, isRedirected, gate, notEnrolled, notSignedUpRedirect, navigate])
	return view.state
}
