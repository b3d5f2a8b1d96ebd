import { useSyncExternalStore } from 'react'

import { onEndedSession, readEndedSession } from './ended-session.ts'
import type { SignedInUser } from './stored-session.ts'

/** The learner whose session ended on its own while the page was open. */
export const useEndedSession = (): SignedInUser | null => useSyncExternalStore(onEndedSession, readEndedSession, () => null)
