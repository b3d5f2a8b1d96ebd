import { useSyncExternalStore } from 'react'

import { onEndedSession, readEndedSession } from './ended-session.ts'
import type { SignedInUser } from './stored-session.ts'

/** Returns the learner whose session ended unexpectedly while the page was open, or null. */
export const useEndedSession = (): SignedInUser | null => useSyncExternalStore(onEndedSession, readEndedSession, () => null)
