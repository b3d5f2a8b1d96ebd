import { useSyncExternalStore } from 'react'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { readStoredUser, type StoredUser } from '#app/lib/stored-user.ts'

/** Returns the user who signed up in this browser; null if there is none, and until hydration. */
export const useStoredUser = (): StoredUser | null => useSyncExternalStore(onStorageChange, readStoredUser, () => null)
