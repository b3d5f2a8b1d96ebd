import { useSyncExternalStore } from 'react'

import { onSessionChange, readSession, readSessionWhilePrerendering, type SessionView } from './stored-session.ts'

/** Who is signed in here. `unknown` only until the prerendered page is hydrated. */
export const useSession = (): SessionView => useSyncExternalStore(onSessionChange, readSession, readSessionWhilePrerendering)
