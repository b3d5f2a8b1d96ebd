import { z } from 'zod'

/** Request bodies for single sign-on. Checks only types; services validate values. */
const text = z
	.string()
	.max(2000)
	.refine((value) => !value.includes('\0'), 'Text must not contain the NUL character')
	.nullish()

export const SsoBody = z.object({
	provider_id: text,
	domain: text,
	redirect_to: text,
	skip_http_redirect: z.boolean().nullish(),
	code_challenge: text,
	code_challenge_method: text,
})

const name = z.string().max(300)
const AttributeRule = z.object({
	name: name.optional(),
	names: z.array(name).max(20).optional(),
	default: z.json().optional(),
	array: z.boolean().optional(),
})

/** Undefined and null keep the stored value; an empty list, object or string clears it. */
export const SsoProviderBody = z.object({
	type: text,
	metadata_url: text,
	metadata_xml: z.string().max(500_000).nullish(),
	domains: z.array(z.string().max(300)).max(100).nullish(),
	attribute_mapping: z.object({ keys: z.record(z.string().max(100), AttributeRule).optional() }).nullish(),
	name_id_format: text,
	disabled: z.boolean().nullish(),
	/** True if the provider may start a sign-in itself (IdP-initiated). Our addition to GoTrue's fields. */
	allow_idp_initiated: z.boolean().nullish(),
})

export type SsoBody = z.output<typeof SsoBody>
export type SsoProviderBody = z.output<typeof SsoProviderBody>
