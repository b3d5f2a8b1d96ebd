import { z } from 'zod'

import { ArticleIdSchema, BlurbSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

export const ArticleArtSchema = z.enum(['desk', 'fork', 'stall', 'studio'])

/** Front matter of articles/<slug>.md. The Markdown below it has `##` sections. */
export const ArticleFrontMatterSchema = z
	.strictObject({
		title: TextSchema.max(80),
		/** Summary shown in lists, search results and link previews. */
		excerpt: TextSchema.max(200),
		author: TextSchema,
		date: z.iso.date('must be a day such as 2026-11-23'),
		/** Date of the last substantial change. */
		updated: z.iso.date('must be a day such as 2026-11-23').optional(),
		category: TextSchema,
		featured: z.boolean().default(false),
		art: ArticleArtSchema,
		related: z.array(ArticleIdSchema).length(2),
	})
	.refine(({ date, updated }) => updated === undefined || updated >= date, {
		path: ['updated'],
		message: 'must not be before the publication date',
	})

export type ArticleCard = {
	id: string
	title: string
	excerpt: string
	author: string
	date: string
	category: string
	readTime: string
	featured: boolean
	href: string
	art: z.infer<typeof ArticleArtSchema>
}

export type Article = ArticleCard & { updated: string | null; related: readonly string[]; body: string }

export type ArticlePage = {
	card: ArticleCard
	updated: string | null
	/** Sanitized HTML; sections are h2 elements with an ID. */
	bodyHtml: string
	contents: readonly { id: string; text: string }[]
	related: readonly ArticleCard[]
	/** Next article by date; `older` is the previous one. */
	newer: ArticleCard | null
	older: ArticleCard | null
	/** True if the article is listed at /free-resources; its page then links back there. */
	isFreeResource: boolean
}

const PageWordsSchema = z.strictObject({ title: TextSchema, intro: TextSchema, description: TextSchema.max(200) })
const CallSchema = z.strictObject({ title: TextSchema, text: TextSchema, button: LinkSchema })

/** content/blog.json: texts around the articles. */
export const BlogSchema = z.strictObject({
	blog: PageWordsSchema.extend({
		featuredLabel: TextSchema,
		latestTitle: TextSchema,
		readLabel: TextSchema,
		feedLabel: TextSchema,
	}),
	freeResources: PageWordsSchema.extend({ readLabel: TextSchema, articleIds: z.array(ArticleIdSchema).length(3) }),
	article: z.strictObject({
		contentsTitle: TextSchema,
		updatedLabel: TextSchema,
		shareTitle: TextSchema,
		copyLabel: TextSchema,
		copiedToast: ToastSchema,
		notCopiedToast: ToastSchema,
		relatedTitle: TextSchema,
		newerLabel: TextSchema,
		olderLabel: TextSchema,
		backToBlog: LinkSchema,
		backToResources: LinkSchema,
	}),
	calls: z.strictObject({ trial: CallSchema, course: CallSchema }),
	newsletter: z.strictObject({
		title: TextSchema,
		/** Frequency of the newsletter, in the same words in all forms and emails. */
		rhythm: TextSchema,
		text: TextSchema,
		emailLabel: TextSchema,
		submitLabel: TextSchema,
		privacyNote: TextSchema,
		successToast: ToastSchema,
		invalidEmail: TextSchema,
	}),
	/** Pages that newsletter emails link to. */
	subscription: z.strictObject({
		confirm: BlurbSchema.extend({ button: TextSchema }),
		unsubscribe: BlurbSchema.extend({ button: TextSchema, linkTitle: TextSchema, linkText: TextSchema, linkButton: TextSchema }),
		checkInbox: BlurbSchema,
		confirmed: BlurbSchema,
		unsubscribed: BlurbSchema,
		expired: BlurbSchema,
		later: BlurbSchema,
		toBlog: LinkSchema,
	}),
})
export type Blog = z.infer<typeof BlogSchema>
