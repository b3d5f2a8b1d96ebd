import { sql } from 'kysely'

import { mayRefresh, type SessionRights, sessionRights } from '#domain/auth/session-rights.ts'

import type { SessionRow } from './session-grant.ts'

type Held = Pick<SessionRow, 'oauth_client_id'>

/** Returns the application's client ID; null for the learner's own session. */
export const readClientId = (session: Held): string | null => session.oauth_client_id

export const findSessionRights = (session: Held): SessionRights => sessionRights[readClientId(session) === null ? 'learner' : 'application']

export const mayClientRefresh = (session: Held, asking: string | null): boolean => mayRefresh(readClientId(session), asking)

export const isDevice = sql<boolean>`oauth_client_id is null`

export const isHeldBy = (clientId: string) => sql<boolean>`oauth_client_id = ${clientId}`
