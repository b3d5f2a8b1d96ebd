/** The site that credentials are made for, and the pages that may ask for them. */
export type RelyingParty = { id: string; name: string; origins: string[] }
/** Public half of a credential. Ids are base64url. */
export type StoredCredential = { id: string; publicKey: Buffer; signCount: number; transports: string[] }
export type KnownCredential = Pick<StoredCredential, 'id' | 'transports'>
/** The browser's answer, unchanged and unverified. */
export type Answer = Record<string, unknown>

export type RegistrationRequest = {
	userId: string
	/** The name under which the authenticator lists the account. */
	userName: string
	exclude: readonly KnownCredential[]
	/** The credential must be found without knowing the account: a passkey. */
	isDiscoverable: boolean
}

/** The request to the browser's credential store, as JSON; `challenge` is base64url and is kept for the answer. */
export type CeremonyOptions = { challenge: string }

export type WebauthnCeremonies = {
	/** For `navigator.credentials.create`. */
	makeRegistrationOptions(party: RelyingParty, request: RegistrationRequest): Promise<CeremonyOptions>
	/** For `navigator.credentials.get`. @param allow empty: any passkey of this site */
	makeAuthenticationOptions(party: RelyingParty, allow: readonly KnownCredential[]): Promise<CeremonyOptions>
	/** The new credential, or null for an answer that is malformed, wrongly signed, or for another site, origin or challenge. */
	checkRegistration(party: RelyingParty, given: { answer: Answer; challenge: string }): Promise<StoredCredential | null>
	/** The credential's new signature counter; null as above, and for a counter that went back, a sign of a copy. */
	checkAuthentication(
		party: RelyingParty,
		given: { answer: Answer; challenge: string; credential: StoredCredential },
	): Promise<number | null>
}
