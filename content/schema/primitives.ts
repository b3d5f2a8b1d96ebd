import { z } from 'zod'

/** Non-empty text without leading or trailing spaces. */
export const TextSchema = z
	.string()
	.min(1, 'must not be empty')
	.refine((text) => text === text.trim(), 'must not start or end with a space')

/** Small text above a title, which names its section. */
export const EyebrowSchema = TextSchema.meta({ title: 'Small line above the title' })

/** A line of a list of facts: a name such as “Duration”, and the text next to it. */
export const FactSchema = z.strictObject({ label: TextSchema.meta({ title: 'Name' }), value: TextSchema.meta({ title: 'Text' }) })

/** Stable identifier used in URLs, storage and the database: lower case, words joined by - or _. */
export const IdSchema = z.string().regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'must be lowercase words joined by - or _')

/** IDs of entries in other files. The console's forms list the known ones by this format. */
export const ClaimIdSchema = IdSchema.meta({ format: 'claims' })
export const TestimonialIdSchema = IdSchema.meta({ format: 'testimonials' })
export const ArticleIdSchema = IdSchema.meta({ format: 'articles' })
export const DownloadIdSchema = IdSchema.meta({ format: 'downloads' })

/** A path of this site (`/modules`) or an https URL. */
export const HrefSchema = z
	.string()
	.regex(/^(?:\/(?!\/)\S*|https:\/\/\S+)$/, 'must be a page of your site, such as /blog, or an address that starts with https://')
	.meta({ format: 'link' })

export const LinkSchema = z.strictObject({
	label: TextSchema.meta({ title: 'Text' }),
	href: HrefSchema.meta({ title: 'Link' }),
})
export type Link = z.infer<typeof LinkSchema>
export const FirstButtonSchema = LinkSchema.meta({ title: 'First button' })
export const SecondButtonSchema = LinkSchema.meta({ title: 'Second button' })

/** Texts of a toast; `destructive` is announced as an alert. */
export const ToastSchema = z.strictObject({
	title: TextSchema,
	description: TextSchema.optional(),
	variant: z
		.enum(['default', 'destructive'])
		.meta({ title: 'Kind of message', labels: { default: 'Information', destructive: 'Warning' } }),
})
export type ToastWords = z.infer<typeof ToastSchema>

export const BlurbSchema = z.strictObject({ title: TextSchema, text: TextSchema })
export type Blurb = z.infer<typeof BlurbSchema>

export const QuestionAnswerSchema = z.strictObject({ question: TextSchema, answer: TextSchema })
export type QuestionAnswer = z.infer<typeof QuestionAnswerSchema>

export const ResourceTypeSchema = z.enum(['pdf', 'sheet', 'doc', 'template'])

/** True if all IDs are unique. Of two entries with the same ID, one would be ignored. */
export const hasUniqueIds = (items: readonly { id: string }[]): boolean => new Set(items.map(({ id }) => id)).size === items.length
