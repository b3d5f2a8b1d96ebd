/** Relying party. `origins` may request its credentials. */
export type RelyingParty = { id: string; name: string; origins: string[] }
/** Stored credential. IDs are base64url. */
export type StoredCredential = { id: string; publicKey: Buffer; signCount: number; transports: string[] }
export type KnownCredential = Pick<StoredCredential, 'id' | 'transports'>
/** The browser's response, unchanged and unverified. */
export type BrowserResponse = Record<string, unknown>

export type RegistrationRequest = {
	userId: string
	/** Name under which the authenticator lists the account. */
	userName: string
	exclude: readonly KnownCredential[]
	/** True for a passkey, which can be used without entering the account first. */
	isDiscoverable: boolean
}

/** Options for `navigator.credentials` as JSON; `challenge` is base64url and is stored to verify the response. */
export type CeremonyOptions = { challenge: string }

export type WebauthnCeremonies = {
	makeRegistrationOptions(party: RelyingParty, request: RegistrationRequest): Promise<CeremonyOptions>
	/** @param allow empty to allow any passkey of this site */
	makeAuthenticationOptions(party: RelyingParty, allow: readonly KnownCredential[]): Promise<CeremonyOptions>
	/** Verifies a registration. Null for a response that is malformed, wrongly signed, or for another site, origin or challenge. */
	checkRegistration(party: RelyingParty, given: { answer: BrowserResponse; challenge: string }): Promise<StoredCredential | null>
	/**
	 * Verifies an authentication and returns the new signature counter. Null for an invalid response, and for a counter that went
	 * down, which indicates a cloned authenticator.
	 */
	checkAuthentication(
		party: RelyingParty,
		given: { answer: BrowserResponse; challenge: string; credential: StoredCredential },
	): Promise<number | null>
}
