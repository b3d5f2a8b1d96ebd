import { useSyncExternalStore } from 'react'

import { progressStore, readProgressOnServer, type ProgressView } from './progress-store.ts'

/** Returns this browser's progress. Empty until hydration. */
export const useProgress = (): ProgressView => useSyncExternalStore(progressStore.subscribe, progressStore.read, readProgressOnServer)
