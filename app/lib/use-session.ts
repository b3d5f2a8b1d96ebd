import { useSyncExternalStore } from 'react'

import { onSessionChange, readSession, readSessionOnServer, type SessionView } from './stored-session.ts'

/** `unknown` only until hydration. */
export const useSession = (): SessionView => useSyncExternalStore(onSessionChange, readSession, readSessionOnServer)
