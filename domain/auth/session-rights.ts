/** Holder of a session: the learner on our own pages, or an OAuth application that the learner authorized. */
export type SessionHolder = 'learner' | 'application'

export type SessionRights = {
	/** True if the session's token gives access to the account and to the tables behind `/rest/v1`. */
	opensAccount: boolean
	/** True if the session's token contains app_metadata. */
	seesAppMetadata: boolean
	/** True if the session counts as a device: it is listed as one, and a sign-in elsewhere may end it. */
	isDevice: boolean
}

/** An application can identify the learner but not act as them (docs/adr/0328). */
export const sessionRights: Record<SessionHolder, SessionRights> = {
	learner: { opensAccount: true, seesAppMetadata: true, isDevice: true },
	application: { opensAccount: false, seesAppMetadata: false, isDevice: false },
}

/**
 * True if a client may use a session's refresh token. Applications may use only those of their own sessions, never the learner's.
 * @param asking ID of the application; null for our own pages
 */
export const mayRefresh = (owning: string | null, asking: string | null): boolean => owning === asking
