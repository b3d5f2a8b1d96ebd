import { sql } from 'kysely'

import { mayRefresh, type SessionRights, sessionRights } from '#domain/auth/session-rights.ts'

import type { SessionRow } from './session-grant.ts'

type Held = Pick<SessionRow, 'oauth_client_id'>

/** Returns the application that holds the session; null for the learner's own. */
export const readClientId = (session: Held): string | null => session.oauth_client_id

export const findSessionRights = (session: Held): SessionRights => sessionRights[readClientId(session) === null ? 'learner' : 'application']

/**
 * True if this client may refresh the session.
 * @param asking the requesting application, as in `mayRefresh`
 */
export const mayClientRefresh = (session: Held, asking: string | null): boolean => mayRefresh(readClientId(session), asking)

/** SQL condition for the right `isDevice`: sessions of browsers, not of applications. */
export const isDevice = sql<boolean>`oauth_client_id is null`

/** SQL condition for the sessions of one application. */
export const isHeldBy = (clientId: string) => sql<boolean>`oauth_client_id = ${clientId}`
