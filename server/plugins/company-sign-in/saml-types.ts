/** Identity provider as its metadata describes it. */
export type IdentityProvider = {
	entityId: string
	signInUrl: string
	/** X.509 in base64 without PEM's lines; a signature by any of these keys counts. */
	certificates: readonly [string, ...string[]]
	/** Expiry of the metadata; null without one. */
	validUntil: Date | null
}

/** Our own side, as providers know it. */
export type ServiceProvider = { entityId: string; acsUrl: string; privateKey: string; decrypts: boolean }

export type SamlRequest = {
	/** Id of the request; the answer must name it. */
	id: string
	/** Comes back with the answer. At most 80 bytes. */
	relayState: string
	/** A URN of SAML: how the provider should name the person. */
	nameIdFormat: string
}

/** Rejected or missing answer of a provider. The text is for the log. */
export class SamlError extends Error {
	/** `refused`: the provider did not sign the person in; `invalid`: its answer fails a check; `unreachable`: no answer. */
	readonly reason: 'refused' | 'invalid' | 'unreachable'

	constructor(reason: SamlError['reason'], message: string) {
		super(message)
		this.name = 'SamlError'
		this.reason = reason
	}
}

export const invalid = (message: string) => new SamlError('invalid', message)
