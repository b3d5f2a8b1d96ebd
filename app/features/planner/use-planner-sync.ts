import { useEffect, useState, useSyncExternalStore } from 'react'

import { onSessionChange, readSession, readSessionWhilePrerendering } from '#app/lib/stored-session.ts'

import { plannerStore } from './planner-store.ts'
import { startPlannerSync, type PlannerSyncState } from './planner-sync.ts'

/** Keeps browser and account the same while a learner is signed in. @returns how far they agree; `idle` for a visitor */
export function usePlannerSync(): PlannerSyncState {
	const session = useSyncExternalStore(onSessionChange, readSession, readSessionWhilePrerendering)
	const userId = session.status === 'signed-in' ? session.user.id : null
	const [state, setState] = useState<PlannerSyncState>('idle')
	useEffect(() => {
		if (userId === null) return
		return startPlannerSync({ store: plannerStore, userId, onState: setState })
	}, [userId])
	return userId === null ? 'idle' : state
}
