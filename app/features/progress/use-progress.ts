import { useSyncExternalStore } from 'react'

import { progressStore, readProgressWhilePrerendering, type ProgressView } from './progress-store.ts'

/** What this browser's learner has done. Empty on a prerendered page until it is hydrated. */
export const useProgress = (): ProgressView =>
	useSyncExternalStore(progressStore.subscribe, progressStore.read, readProgressWhilePrerendering)
