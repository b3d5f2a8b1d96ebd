import { useSyncExternalStore } from 'react'

import { EMPTY_TRIAL } from './trial-record.ts'
import { trialStore } from './trial-store.ts'

/** What this browser's visitor has done in the trial. Empty on the prerendered page until it has come alive. */
export const useTrial = () => ({
	record: useSyncExternalStore(trialStore.subscribe, trialStore.read, () => EMPTY_TRIAL),
	change: trialStore.change,
})
