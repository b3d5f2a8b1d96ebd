import { z } from 'zod'

/** Request bodies for OAuth clients of this server. Checks only types. */
/** Text that PostgreSQL can store. */
export const text = (max: number) =>
	z
		.string()
		.max(max)
		.refine((value) => !/[\0\p{Surrogate}]/u.test(value), 'Text contains characters that can’t be stored')
const words = z.array(text(100)).max(10).nullish()
const address = z.url({ protocol: /^https?$/ }).max(2048)

export const OauthClientBody = z.object({
	client_name: text(1024).nullish(),
	client_uri: address.or(z.literal('')).nullish(),
	logo_uri: address.or(z.literal('')).nullish(),
	redirect_uris: z.array(text(5000)).max(10).nullish(),
	client_type: z.enum(['public', 'confidential']).nullish(),
	token_endpoint_auth_method: z.enum(['none', 'client_secret_basic', 'client_secret_post']).nullish(),
	grant_types: words,
	response_types: words,
	scope: text(1000).nullish(),
})

export const ConsentBody = z.object({ action: text(20).nullish() })

export type OauthClientBody = z.output<typeof OauthClientBody>
