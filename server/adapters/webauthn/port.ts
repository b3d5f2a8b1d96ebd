/** For whom credentials are made, and which pages may ask for them. */
export type RelyingParty = { id: string; name: string; origins: string[] }
/** The public half of what an authenticator keeps. Ids are base64url. */
export type StoredCredential = { id: string; publicKey: Buffer; signCount: number; transports: string[] }
export type KnownCredential = Pick<StoredCredential, 'id' | 'transports'>
/** What a browser answers, as it came: nothing about it is proven. */
export type Answer = Record<string, unknown>

export type RegistrationRequest = {
	userId: string
	/** What the authenticator lists the account under. */
	userName: string
	exclude: readonly KnownCredential[]
	/** The credential must be found without knowing the account: a passkey. */
	isDiscoverable: boolean
}

/** What the browser's credential store is asked for, as JSON; `challenge` is base64url and to be kept for the answer. */
export type CeremonyOptions = { challenge: string }

/** Knows the ceremonies of WebAuthn. */
export type WebauthnCeremonies = {
	/** For `navigator.credentials.create`. */
	makeRegistrationOptions(party: RelyingParty, request: RegistrationRequest): Promise<CeremonyOptions>
	/** For `navigator.credentials.get`. @param allow empty: any passkey of this site */
	makeAuthenticationOptions(party: RelyingParty, allow: readonly KnownCredential[]): Promise<CeremonyOptions>
	/** The new credential, or null for an answer that is malformed, of another site, origin or challenge, or wrongly signed. */
	checkRegistration(party: RelyingParty, given: { answer: Answer; challenge: string }): Promise<StoredCredential | null>
	/** The credential's new signature counter, or null as above; also for a counter that went back, the mark of a copy. */
	checkAuthentication(
		party: RelyingParty,
		given: { answer: Answer; challenge: string; credential: StoredCredential },
	): Promise<number | null>
}
