import { useSyncExternalStore } from 'react'

import { onSessionChange, readSession, readSessionOnServer, type SessionView } from './stored-session.ts'

/** Signed-in user. `unknown` only until the server-rendered page is hydrated. */
export const useSession = (): SessionView => useSyncExternalStore(onSessionChange, readSession, readSessionOnServer)
