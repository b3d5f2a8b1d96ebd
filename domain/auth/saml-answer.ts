export type SamlAttribute = { name: string; friendlyName: string | null; values: readonly string[] }

/** Recipient, expiry and request that an assertion is valid for (SAML core §2.4.1.2). Times in milliseconds since 1970. */
export type SubjectConfirmation = {
	recipient: string | null
	inResponseTo: string | null
	notBefore: number | null
	notOnOrAfter: number | null
}

/** An assertion with a verified signature, which covers all of its data. Times in milliseconds since 1970. */
export type SamlAssertion = {
	id: string
	issuer: string
	issuedAt: number
	nameId: string | null
	nameIdFormat: string | null
	/** Subject confirmations of the bearer method; others are left out. */
	confirmations: readonly SubjectConfirmation[]
	notBefore: number | null
	notOnOrAfter: number | null
	/** Audience restrictions, each of which must contain our ID. */
	audiences: readonly (readonly string[])[]
	/** True if the provider states that the user signed in. `sessionNotOnOrAfter`: when that session ends. */
	authenticated: boolean
	sessionNotOnOrAfter: number | null
	attributes: readonly SamlAttribute[]
}

/** Addressing of the SAML response that contains the assertion. It may be unsigned. */
export type SamlEnvelope = { issuer: string | null; destination: string | null; inResponseTo: string | null }

export type SamlAnswer = { envelope: SamlEnvelope; assertion: SamlAssertion }
