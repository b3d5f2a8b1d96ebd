import { useSyncExternalStore } from 'react'

import { onSessionChange, readSession, readSessionOnServer, type SessionView } from './stored-session.ts'

/** Returns the signed-in user; `unknown` only until hydration. */
export const useSession = (): SessionView => useSyncExternalStore(onSessionChange, readSession, readSessionOnServer)
