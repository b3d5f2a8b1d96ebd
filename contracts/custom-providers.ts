import { z } from 'zod'

import { boundedText } from './oauth-clients.ts'

/** Request bodies for OAuth providers that the operator adds at runtime. Checks only types. */
const words = z.array(boundedText(200)).max(50).nullish()
const address = boundedText(2048).nullish()
const flag = z.boolean().nullish()

export const CustomProviderBody = z.object({
	provider_type: boundedText(20).nullish(),
	identifier: boundedText(100).nullish(),
	name: boundedText(200).nullish(),
	client_id: boundedText(500).nullish(),
	client_secret: boundedText(5000).nullish(),
	acceptable_client_ids: words,
	scopes: words,
	custom_claims_allowlist: words,
	pkce_enabled: flag,
	attribute_mapping: z.record(boundedText(100), z.json()).nullish(),
	authorization_params: z.record(boundedText(100), boundedText(500)).nullish(),
	enabled: flag,
	email_optional: flag,
	issuer: address,
	discovery_url: address,
	skip_nonce_check: flag,
	authorization_url: address,
	token_url: address,
	userinfo_url: address,
	jwks_uri: address,
})

export type CustomProviderBody = z.output<typeof CustomProviderBody>
