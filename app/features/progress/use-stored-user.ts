import { useSyncExternalStore } from 'react'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { readStoredUser, type StoredUser } from '#app/lib/stored-user.ts'

/** The user who signed up in this browser. Null if there is none, and until a server-rendered page has hydrated. */
export const useStoredUser = (): StoredUser | null => useSyncExternalStore(onStorageChange, readStoredUser, () => null)
