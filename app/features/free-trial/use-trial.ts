import { useSyncExternalStore } from 'react'

import { EMPTY_TRIAL } from './trial-record.ts'
import { trialStore } from './trial-store.ts'

/** Returns this browser's trial progress and a function that changes it. Empty until hydration. */
export const useTrial = () => ({
	record: useSyncExternalStore(trialStore.subscribe, trialStore.read, () => EMPTY_TRIAL),
	change: trialStore.change,
})
