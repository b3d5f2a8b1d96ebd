/** Identity provider as described by its metadata. */
export type IdentityProvider = {
	entityId: string
	signInUrl: string
	/** X.509 certificates in base64 without PEM's header and footer. Any of these keys may sign. */
	certificates: readonly [string, ...string[]]
	/** Expiry of the metadata; null for none. */
	validUntil: Date | null
}

/** Ours. */
export type ServiceProvider = { entityId: string; acsUrl: string; privateKey: string; decrypts: boolean }

export type SamlRequest = {
	/** ID of the request, to which the response must refer. */
	id: string
	/** Value that the provider returns with the response. At most 80 bytes. */
	relayState: string
	/** SAML's URN for the kind of identifier that the provider should send. */
	nameIdFormat: string
}

/** Error of SAML. The message is only for the log. */
export class SamlError extends Error {
	/**
	 * `refused`: the provider did not sign the user in; `invalid`: its response or metadata failed a check; `unreachable`: no
	 * response.
	 */
	readonly reason: 'refused' | 'invalid' | 'unreachable'

	constructor(reason: SamlError['reason'], message: string) {
		super(message)
		this.name = 'SamlError'
		this.reason = reason
	}
}

export const invalid = (message: string) => new SamlError('invalid', message)
