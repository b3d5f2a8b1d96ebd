import { z } from 'zod'

// Request bodies for OAuth clients of this server. They check only types.

/** Text that PostgreSQL can store. */
export const boundedText = (max: number) =>
	z
		.string()
		.max(max)
		.refine((value) => !/[\0\p{Surrogate}]/u.test(value), 'Text contains characters that can’t be stored')
const words = z.array(boundedText(100)).max(10).nullish()
const address = z.url({ protocol: /^https?$/ }).max(2048)

export const OauthClientBody = z.object({
	client_name: boundedText(1024).nullish(),
	client_uri: address.or(z.literal('')).nullish(),
	logo_uri: address.or(z.literal('')).nullish(),
	redirect_uris: z.array(boundedText(5000)).max(10).nullish(),
	client_type: z.enum(['public', 'confidential']).nullish(),
	token_endpoint_auth_method: z.enum(['none', 'client_secret_basic', 'client_secret_post']).nullish(),
	grant_types: words,
	response_types: words,
	scope: boundedText(1000).nullish(),
})

export const ConsentBody = z.object({ action: boundedText(20).nullish() })

export type OauthClientBody = z.output<typeof OauthClientBody>
