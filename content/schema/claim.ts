import { z } from 'zod'

import { hasUniqueIds, IdSchema, TextSchema } from './primitives.ts'

/** Where a statement comes from. `sample: true` until the operator replaces it by a real one. */
export const EvidenceShape = { sample: z.boolean(), source: TextSchema, date: z.iso.date() }
/** What a page shows of a statement. */
export type WithoutEvidence<T> = Omit<T, 'source' | 'date'>

/** What a figure counts; `content/count-claims.ts` counts it. */
export const COUNTED_CLAIMS = ['modules', 'hours', 'templates', 'quiz-questions', 'quiz-types', 'quiz-minutes'] as const

const claim = {
	id: IdSchema,
	value: TextSchema,
	label: TextSchema,
	/** The page must show the results-not-typical note. */
	isIncome: z.boolean(),
	/** What exactly is claimed, shown on /claims. */
	definition: TextSchema,
}

/** Something that the site claims, and its basis. */
export const ClaimSchema = z.discriminatedUnion('basis', [
	/** The content holds it; the build fails where it does not. */
	z.strictObject({ ...claim, basis: z.literal('counted'), id: z.enum(COUNTED_CLAIMS) }),
	/** The operator's statement, with its evidence and date. */
	z.strictObject({ ...claim, basis: z.literal('operator'), evidence: TextSchema, date: z.iso.date() }),
	/** Does not exist yet, and is marked as planned wherever it is named. */
	z.strictObject({ ...claim, basis: z.literal('planned') }),
	/** Made up, marked as such, and not shown in production. */
	z.strictObject({ ...claim, basis: z.literal('sample') }),
])
export type Claim = z.infer<typeof ClaimSchema>
/** What a page shows of a claim; the rest stands on /claims. */
export type Figure = Pick<Claim, 'id' | 'value' | 'label' | 'isIncome' | 'basis'>

export const ClaimsSchema = z.strictObject({ claims: z.array(ClaimSchema).min(1).refine(hasUniqueIds, 'ids must differ') })

/** Shared notes; every page with an income figure shows `incomeNote`. */
export const DisclaimersSchema = z.strictObject({
	/** One line under a figure. */
	incomeNote: TextSchema,
	/** The paragraph behind it, for the end of a page. */
	incomeNoteLong: TextSchema,
	/** Label on testimonials and activity that are not real yet. */
	sampleLabel: TextSchema,
})
export type Disclaimers = z.infer<typeof DisclaimersSchema>
