/** Holder of a session: the learner's own program, or an application that the learner let in. */
export type SessionHolder = 'learner' | 'application'

export type SessionRights = {
	/** Its token opens the account, and the tables behind `/rest/v1`. */
	opensAccount: boolean
	/** Its token carries app_metadata. */
	seesAppMetadata: boolean
	/** Counts as a device: it is listed as one, and may end when the learner signs in elsewhere. */
	isDevice: boolean
}

/** An application knows the learner and is not the learner (docs/adr/0328). */
export const sessionRights: Record<SessionHolder, SessionRights> = {
	learner: { opensAccount: true, seesAppMetadata: true, isDevice: true },
	application: { opensAccount: false, seesAppMetadata: false, isDevice: false },
}

/**
 * True if a caller may use a session's refresh token: an application only its own, and never a learner's.
 * @param asking id of the application; null for the learner's own program
 */
export const mayRefresh = (owning: string | null, asking: string | null): boolean => owning === asking
