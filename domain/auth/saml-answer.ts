export type SamlAttribute = { name: string; friendlyName: string | null; values: readonly string[] }

/** Restricts an assertion to a recipient, a time and a request (SAML core §2.4.1.2). Times in milliseconds since 1970. */
export type SubjectConfirmation = {
	recipient: string | null
	inResponseTo: string | null
	notBefore: number | null
	notOnOrAfter: number | null
}

/** An assertion whose verified signature covers all of this data. Times in milliseconds since 1970. */
export type SamlAssertion = {
	id: string
	issuer: string
	issuedAt: number
	nameId: string | null
	nameIdFormat: string | null
	/** Subject confirmations with the bearer method. Others are left out. */
	confirmations: readonly SubjectConfirmation[]
	notBefore: number | null
	notOnOrAfter: number | null
	/** Audience restrictions, each of which must contain our ID. */
	audiences: readonly (readonly string[])[]
	/** True if the provider says that the user signed in. `sessionNotOnOrAfter`: when that session ends. */
	authenticated: boolean
	sessionNotOnOrAfter: number | null
	attributes: readonly SamlAttribute[]
}

/** Sender and recipient of the SAML response around the assertion. They may be unsigned. */
export type SamlEnvelope = { issuer: string | null; destination: string | null; inResponseTo: string | null }

export type SamlAnswer = { envelope: SamlEnvelope; assertion: SamlAssertion }
