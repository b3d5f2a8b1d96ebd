import { sql } from 'kysely'

import { mayRefresh, type SessionRights, sessionRights } from '#domain/auth/session-rights.ts'

import type { SessionRow } from './session-grant.ts'

type Held = Pick<SessionRow, 'oauth_client_id'>

/** The application that holds the session; null for the learner. */
export const readClientId = (session: Held): string | null => session.oauth_client_id

export const findSessionRights = (session: Held): SessionRights => sessionRights[readClientId(session) === null ? 'learner' : 'application']

/** @param asking as `mayRefresh` */
export const mayClientRefresh = (session: Held, asking: string | null): boolean => mayRefresh(readClientId(session), asking)

/** The right `isDevice` as a condition of a statement that reads sessions. */
export const isDevice = sql<boolean>`oauth_client_id is null`

/** The sessions that one application holds, likewise. */
export const isHeldBy = (clientId: string) => sql<boolean>`oauth_client_id = ${clientId}`
