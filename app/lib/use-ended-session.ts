import { useSyncExternalStore } from 'react'

import { onEndedSession, readEndedSession } from './ended-session.ts'
import type { SignedInUser } from './stored-session.ts'

export const useEndedSession = (): SignedInUser | null => useSyncExternalStore(onEndedSession, readEndedSession, () => null)
