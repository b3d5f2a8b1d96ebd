import { z } from 'zod'

import { hasUniqueIds, IdSchema, TextSchema } from './primitives.ts'

/** Where a statement comes from. `sample: true` until the operator puts a real one in its place (DECISIONS, Funnel). */
export const EvidenceShape = { sample: z.boolean(), source: TextSchema, date: z.iso.date() }

/**
 * One figure the marketing pages state. `isIncome`
 * obliges the page to show the results-not-typical note (DECISIONS, Funnel).
 */
export const ClaimSchema = z.strictObject({
	id: IdSchema,
	value: TextSchema,
	label: TextSchema,
	isIncome: z.boolean(),
	...EvidenceShape,
})
export type Claim = z.infer<typeof ClaimSchema>

export const ClaimsSchema = z.strictObject({ claims: z.array(ClaimSchema).min(1).refine(hasUniqueIds, 'ids must differ') })

/** Shared notes; every page with an income figure shows `incomeNote`. */
export const DisclaimersSchema = z.strictObject({
	/** One line under a figure. */
	incomeNote: TextSchema,
	/** The paragraph behind it, for the end of a page. */
	incomeNoteLong: TextSchema,
	/** Label on testimonials and activity that are not real yet. */
	sampleLabel: TextSchema,
	sampleNote: TextSchema,
})
export type Disclaimers = z.infer<typeof DisclaimersSchema>
