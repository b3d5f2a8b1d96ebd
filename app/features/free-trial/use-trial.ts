import { useSyncExternalStore } from 'react'

import { EMPTY_TRIAL } from './trial-record.ts'
import { trialStore } from './trial-store.ts'

/** Trial progress in this browser. Empty until hydration. */
export const useTrial = () => ({
	record: useSyncExternalStore(trialStore.subscribe, trialStore.read, () => EMPTY_TRIAL),
	change: trialStore.change,
})
