import { useSyncExternalStore } from 'react'

import { readNoRecords, type RecordStore, type RecordView } from './record-store.ts'

/** The records of this browser. */
export const useRecords = <T>(store: RecordStore<T>): RecordView<T> => useSyncExternalStore(store.subscribe, store.view, readNoRecords)
