import { z } from 'zod'

import { CLAIM_EVIDENCE_FIELDS, SaidOnSchema, SampleSchema, SourceSchema, type WithoutEvidence } from './claim.ts'
import {
	BlurbSchema,
	ClaimIdSchema,
	FirstButtonSchema,
	hasUniqueIds,
	HrefSchema,
	IdSchema,
	LinkSchema,
	SecondButtonSchema,
	TextSchema,
} from './primitives.ts'

/** content/marketing/home.json. Claims are referenced by ID and filled in by the loader. */
export const HomeSchema = z.strictObject({
	hero: z.strictObject({
		taglines: z.array(TextSchema).length(3).meta({ title: 'Headlines', description: 'Shown in turn, always three.' }),
		subtitle: TextSchema,
		primary: FirstButtonSchema,
		secondary: SecondButtonSchema,
		trustIndicators: z.array(TextSchema).min(1),
		claimIds: z.array(ClaimIdSchema).min(1),
	}),
	howItWorks: z.strictObject({ title: TextSchema, intro: TextSchema, steps: z.array(BlurbSchema).length(3) }),
	assessment: z.strictObject({ title: TextSchema, text: TextSchema, button: LinkSchema, claimIds: z.array(ClaimIdSchema).min(1) }),
	testimonials: z.strictObject({ title: TextSchema, intro: TextSchema }),
	community: z.strictObject({ title: TextSchema, text: TextSchema, claimIds: z.array(ClaimIdSchema).min(1) }),
	activity: z.strictObject({ title: TextSchema, intro: TextSchema }),
	blog: z.strictObject({ title: TextSchema, intro: TextSchema, button: LinkSchema, readLabel: TextSchema }),
	closing: z.strictObject({ title: TextSchema, text: TextSchema, primary: FirstButtonSchema, secondary: SecondButtonSchema }),
})
export type Home = z.infer<typeof HomeSchema>

export const TestimonialSchema = z.strictObject({
	name: TextSchema.meta({ title: 'Name', description: 'Or what they do, if they don’t want to be named.' }),
	content: TextSchema.meta({ title: 'Quote' }),
	role: TextSchema.optional().meta({ title: 'Role', description: 'For example, Freelance designer.' }),
	company: TextSchema.optional().meta({ title: 'Company' }),
	result: TextSchema.optional().meta({
		title: 'Result',
		description: 'A headline above the quote. For example, First client after five weeks.',
	}),
	image: TextSchema.optional().meta({ title: 'Emoji', description: 'Next to the name. Leave empty for a speech bubble.' }),
	rating: z.literal(5).meta({ title: 'Stars' }),
	hidden: z.boolean().optional().meta({ title: 'Hidden', description: 'Hides it on every page. You can show it again here.' }),
	sample: SampleSchema,
	source: SourceSchema.optional(),
	date: SaidOnSchema.optional(),
	id: IdSchema.meta({ title: 'Short name', description: 'The offer page refers to it by this name.' }),
})
/** A testimonial as shown: `role` includes the company, and there is always an image. */
export type Testimonial = Omit<WithoutEvidence<z.infer<typeof TestimonialSchema>>, 'hidden' | 'company' | 'role'> &
	Record<'image' | 'role', string>
export const TestimonialsSchema = z.strictObject({
	testimonials: z
		.array(TestimonialSchema)
		.max(24)
		.refine(hasUniqueIds, 'has two entries with the same short name: change one of them')
		.meta({
			description: 'The home page shows all of them, and the offer page only those it lists by short name.',
		}),
})

export const ActivityItemSchema = z.strictObject({
	id: IdSchema,
	type: z.enum(['student_win', 'course_update', 'community']),
	icon: TextSchema,
	title: TextSchema,
	description: TextSchema,
	time: TextSchema,
	badge: TextSchema,
	badgeColor: z.enum(['coral', 'teal', 'amber', 'plum']),
	...CLAIM_EVIDENCE_FIELDS,
})
export type ActivityItem = WithoutEvidence<z.infer<typeof ActivityItemSchema>>
export const ActivitySchema = z.strictObject({
	items: z.array(ActivityItemSchema).max(20).refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
})

export const BlogTeaserSchema = z.strictObject({
	id: IdSchema,
	title: TextSchema,
	excerpt: TextSchema,
	author: TextSchema,
	date: z.iso.date(),
	category: TextSchema,
	readTime: TextSchema,
	featured: z.boolean(),
	href: HrefSchema,
})
export type BlogTeaser = z.infer<typeof BlogTeaserSchema>
export const BlogTeasersSchema = z
	.strictObject({ teasers: z.array(BlogTeaserSchema).length(3) })
	.refine(({ teasers }) => teasers.filter((teaser) => teaser.featured).length === 1, {
		path: ['teasers'],
		message: 'must have exactly one featured entry',
	})
