import { useSyncExternalStore } from 'react'

import { progressStore, readProgressOnServer, type ProgressView } from './progress-store.ts'

/** Progress in this browser. Empty on a server-rendered page until it is hydrated. */
export const useProgress = (): ProgressView => useSyncExternalStore(progressStore.subscribe, progressStore.read, readProgressOnServer)
