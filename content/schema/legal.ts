import { z } from 'zod'

import { TextSchema } from './primitives.ts'

/** Legal texts, by file name in content/legal. */
export const LEGAL_IDS = ['privacy-policy', 'terms', 'cookie-policy'] as const
export type LegalId = (typeof LEGAL_IDS)[number]

/** Front matter of legal/<id>.md. The Markdown below it has `##` sections. */
export const LegalFrontMatterSchema = z.strictObject({
	title: TextSchema.max(80),
	description: TextSchema.max(200),
	summary: TextSchema.max(400),
	effective: z.iso.date(),
})

export type LegalPage = z.infer<typeof LegalFrontMatterSchema> & {
	id: LegalId
	/** Sanitized HTML; sections are h2 elements with an ID. */
	bodyHtml: string
	contents: readonly { id: string; text: string }[]
}

/** content/company/legal.json: texts around the legal texts. */
export const LegalWordsSchema = z.strictObject({
	effectiveLabel: TextSchema,
	summaryTitle: TextSchema,
	contentsTitle: TextSchema,
	backLabel: TextSchema,
	homeLabel: TextSchema,
	choice: z.strictObject({
		title: TextSchema,
		question: TextSchema,
		acceptLabel: TextSchema,
		declineLabel: TextSchema,
		none: TextSchema,
		accepted: TextSchema,
		declined: TextSchema,
		noScript: TextSchema,
	}),
})
export type LegalWords = z.infer<typeof LegalWordsSchema>
