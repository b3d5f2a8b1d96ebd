/** An identity provider as described by its metadata. */
export type IdentityProvider = {
	entityId: string
	signInUrl: string
	/** X.509 in base64 without PEM's header and footer. A signature by any of these keys is valid. */
	certificates: readonly [string, ...string[]]
	/** Expiry of the metadata; null for none. */
	validUntil: Date | null
}

/** Our own settings as a SAML service provider. */
export type ServiceProvider = { entityId: string; acsUrl: string; privateKey: string; decrypts: boolean }

export type SamlRequest = {
	/** Id of the request, to which the response must refer. */
	id: string
	/** Returned with the response. At most 80 bytes. */
	relayState: string
	/** SAML's URN for the kind of identifier that the provider should send for the user. */
	nameIdFormat: string
}

/**
 * The provider refused the sign-in, couldn't be reached, or sent a response or metadata that failed a check. The message is
 * for the log.
 */
export class SamlError extends Error {
	/** `refused`: the provider did not sign the user in; `invalid`: its response failed a check; `unreachable`: no response. */
	readonly reason: 'refused' | 'invalid' | 'unreachable'

	constructor(reason: SamlError['reason'], message: string) {
		super(message)
		this.name = 'SamlError'
		this.reason = reason
	}
}

export const invalid = (message: string) => new SamlError('invalid', message)
