export type SamlAttribute = { name: string; friendlyName: string | null; values: readonly string[] }

/** Recipient, expiry and request for which an assertion is valid (SAML core §2.4.1.2). Times in ms since 1970. */
export type SubjectConfirmation = {
	recipient: string | null
	inResponseTo: string | null
	notBefore: number | null
	notOnOrAfter: number | null
}

/** An assertion whose signature was checked: everything in it was signed. Times in ms since 1970. */
export type SamlAssertion = {
	id: string
	issuer: string
	issuedAt: number
	nameId: string | null
	nameIdFormat: string | null
	/** Only confirmations of method bearer. */
	confirmations: readonly SubjectConfirmation[]
	notBefore: number | null
	notOnOrAfter: number | null
	/** Each restriction names audiences, of which we must be one. */
	audiences: readonly (readonly string[])[]
	/** True if the provider says that the person signed in, and until when that holds. */
	authenticated: boolean
	sessionNotOnOrAfter: number | null
	attributes: readonly SamlAttribute[]
}

/** The envelope around the assertion, which may be unsigned. */
export type SamlEnvelope = { issuer: string | null; destination: string | null; inResponseTo: string | null }

export type SamlAnswer = { envelope: SamlEnvelope; assertion: SamlAssertion }
