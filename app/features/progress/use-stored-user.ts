import { useSyncExternalStore } from 'react'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { readStoredUser, type StoredUser } from '#app/lib/stored-user.ts'

/** Who signed up in this browser; null for nobody, and on a server-rendered page until it is hydrated. */
export const useStoredUser = (): StoredUser | null => useSyncExternalStore(onStorageChange, readStoredUser, () => null)
