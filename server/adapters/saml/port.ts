import type { SamlAnswer } from '#domain/auth/saml-answer.ts'

/** What an identity provider tells of itself. */
export type IdentityProvider = {
	entityId: string
	/** Where a browser is sent by redirect. */
	signInUrl: string
	/** X.509 in base64 without PEM's lines; a signature by the key of any of them counts. */
	certificates: readonly [string, ...string[]]
	/** The metadata's own end; null when it names none. */
	validUntil: Date | null
}

/** Ourselves, as providers know us. */
export type ServiceProvider = { entityId: string; acsUrl: string; privateKey: string; decrypts: boolean }

export type SamlRequest = {
	/** Of the request; the answer must name it. */
	id: string
	/** Comes back with the answer. At most 80 bytes. */
	relayState: string
	/** A URN of SAML: how the provider is to name the person. */
	nameIdFormat: string
}

/** Why a provider's words are not believed, or that it gave none. The text is for the log. */
export class SamlError extends Error {
	/** `refused`: the provider did not sign the person in; `invalid`: what it sent does not hold; `unreachable`: no answer. */
	readonly reason: 'refused' | 'invalid' | 'unreachable'

	constructor(reason: SamlError['reason'], message: string) {
		super(message)
		this.name = 'SamlError'
		this.reason = reason
	}
}

/** Knows SAML 2.0. Every call may throw SamlError. */
export type SamlExchange = {
	readMetadata(xml: string): Promise<IdentityProvider>
	/** The text at an address that the operator named. */
	fetchMetadata(url: string): Promise<string>
	/** Our own metadata, for providers. */
	describe(service: ServiceProvider, validUntil: Date | null): string
	/** Where to send the browser: the signed request is in the address. */
	makeRequestUrl(service: ServiceProvider, provider: IdentityProvider, request: SamlRequest): Promise<string>
	/** Who claims to have sent an answer. Nothing has been checked: good for choosing whose keys to check it with. */
	peekIssuer(response: string): Promise<string | null>
	/**
	 * Checks the signature and opens what is encrypted; the times, audience and addresses of the assertion are not judged here.
	 * @param response base64, as it was posted
	 */
	readResponse(service: ServiceProvider, provider: IdentityProvider, response: string): Promise<SamlAnswer>
}
