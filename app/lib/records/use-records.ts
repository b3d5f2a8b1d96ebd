import { useSyncExternalStore } from 'react'

import { readNoRecords, type RecordStore, type RecordView } from './record-store.ts'

export const useRecords = <T>(store: RecordStore<T>): RecordView<T> => useSyncExternalStore(store.subscribe, store.view, readNoRecords)
