import { z } from 'zod'

import { RESERVED_SEGMENTS } from '#domain/site/reserved-segments.ts'

import { TextSchema } from './primitives.ts'

const AddressSchema = z
	.string()
	.max(60)
	.regex(/^\/[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be an address such as /about-us, with lowercase letters, digits and hyphens')
	.refine((address) => !RESERVED_SEGMENTS.has(address.slice(1)), 'is already used by your site: choose another address')

/** Front matter of pages/<name>.md, a page that an operator added. */
export const OwnPageSchema = z.strictObject({
	title: TextSchema.max(80).meta({ title: 'Title' }),
	summary: TextSchema.max(200).meta({ title: 'Summary', description: 'For search results and link previews.' }),
	address: AddressSchema.meta({
		title: 'Web address',
		description: 'For example, /about-us. If you change it, the earlier address leads to the new one.',
	}),
	isPublic: z.boolean().default(true).meta({ title: 'Public', description: 'Visitors can open the page.' }),
	isInFooter: z.boolean().default(true).meta({ title: 'Link in the footer' }),
	isIndexed: z.boolean().default(true).meta({ title: 'Show in search engines' }),
	formerAddresses: z.array(AddressSchema).default([]).meta({ title: 'Earlier web addresses', description: 'They lead to this page.' }),
})

export type OwnPage = z.infer<typeof OwnPageSchema> & { file: string; body: string }
