import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { useSession } from '#app/lib/use-session.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { DeniedWords, ModuleGateWords } from '#content/schema/course.ts'
import { type AccessPolicy, needsPurchase } from '#domain/gating/check-lesson-access.ts'
import type { GatedModule } from '#domain/gating/check-module-access.ts'

import { resolveModuleGate, type GateView } from './module-access.ts'
import { useEntitlement } from './use-entitlement.ts'
import { useSyncState } from './use-progress-sync.ts'
import { useProgress } from './use-progress.ts'
import { useStoredUser } from './use-stored-user.ts'

type GateWords = {
	module: GatedModule
	gate: ModuleGateWords | null
	notSignedUpRedirect: string
	policy: AccessPolicy
	notEnrolled: DeniedWords
}

/** Checks access on arrival. If it is refused, redirects and shows a toast with the reason. */
export function useModuleGate({ module, gate, notSignedUpRedirect, policy, notEnrolled }: GateWords): GateView['state'] {
	const { completed } = useProgress()
	const session = useSession()
	const isSignedIn = session.status === 'signed-in'
	// By specification, only an email opens modules; a name is just for the greeting.
	const hasUser = Boolean(useStoredUser()?.email) || isSignedIn
	const isHydrated = useHydrated()
	const userId = session.status === 'signed-in' ? session.user.id : null
	const entitlement = useEntitlement(userId, needsPurchase(module, policy))(module)
	const sync = useSyncState()
	const view = resolveModuleGate({ module, completed, hasUser, isHydrated, sync, isSignedIn, policy, entitlement })
	const reason = view.state === 'closed' ? view.access.reason : null

	const navigate = useNavigate()
	// A refusal may lead to a module that is locked too: one message is enough.
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
