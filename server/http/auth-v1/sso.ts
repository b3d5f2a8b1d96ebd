import { ServiceError } from '#server/errors.ts'
import type { HttpHandler } from '#server/http/environment.ts'

/** SAML is not offered: every request is told so in upstream's words, whatever it asks (AUTH_WIRE §5.13). */
export const postSso: HttpHandler = () => {
	throw new ServiceError('not-found', 'saml_provider_disabled', 'SAML 2.0 is disabled')
}
