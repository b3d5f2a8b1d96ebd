import { useSyncExternalStore } from 'react'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { readStoredUser, type StoredUser } from '#app/lib/stored-user.ts'

/** Null until hydration, too. */
export const useStoredUser = (): StoredUser | null => useSyncExternalStore(onStorageChange, readStoredUser, () => null)
