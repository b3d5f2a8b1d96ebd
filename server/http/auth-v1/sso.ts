import { z } from 'zod'

import { ServiceError } from '#server/errors.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { invalid } from '#server/services/accounts/check-input.ts'

const text = z.string().max(1000).nullish()
const SsoBody = z.object({ provider_id: text, domain: text })

/** SAML is not offered: a well-formed request is told so in upstream's words (AUTH_WIRE §5.13). */
export const postSso: HttpHandler = async (c) => {
	const { provider_id: providerId, domain } = await readJson(c, SsoBody)
	if (Boolean(providerId) === Boolean(domain)) throw invalid('Exactly one of provider_id or domain is required')
	throw new ServiceError('not-found', 'saml_provider_disabled', 'SAML 2.0 is disabled')
}
