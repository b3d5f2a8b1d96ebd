import { z } from 'zod'

import { BlurbSchema, hasUniqueIds, IdSchema, TextSchema } from './primitives.ts'

/** content/company/claims.json: texts of /claims. */
export const ClaimsPageSchema = z.strictObject({
	title: TextSchema,
	description: TextSchema.max(200),
	intro: TextSchema,
	bases: z.strictObject({ counted: BlurbSchema, operator: BlurbSchema, planned: BlurbSchema, sample: BlurbSchema }),
	since: TextSchema,
})
export type ClaimsPageWords = z.infer<typeof ClaimsPageSchema>

export const SampleSchema = z.boolean().meta({
	title: 'This is made up',
	description: 'It’s marked as a sample, and a public site leaves it out. Turn this off once it’s true, and say where it comes from.',
})

export const SourceSchema = TextSchema.meta({
	title: 'Where it comes from',
	description: 'Who said it and where it can be looked up. Not shown.',
})
export const SaidOnSchema = z.iso.date().meta({ title: 'Date it was said', description: 'For example, 2026-11-23. Not shown.' })

export const CLAIM_EVIDENCE_FIELDS = { sample: SampleSchema, source: SourceSchema, date: SaidOnSchema }
export type WithoutEvidence<T> = Omit<T, 'source' | 'date'>

/** Claims whose value `content/count-claims.ts` can compute from the content. */
export const COUNTED_CLAIMS = ['modules', 'hours', 'templates', 'quiz-questions', 'quiz-types', 'quiz-minutes'] as const

const claim = {
	id: IdSchema,
	value: TextSchema.meta({ title: 'Figure' }),
	label: TextSchema.meta({ title: 'What it counts' }),
	isIncome: z.boolean().meta({ title: 'It’s about income', description: 'Pages add that results are not typical.' }),
	definition: TextSchema.meta({ title: 'What exactly is claimed', description: 'Shown on /claims.' }),
}

const BasisSchema = <const Basis extends string>(basis: Basis) =>
	z.literal(basis).meta({
		title: 'Basis',
		description:
			'counted: the content proves it. operator: your statement, with evidence and date. planned: it does not exist yet. sample: made up; a public site leaves it out.',
	})

export const ClaimSchema = z.discriminatedUnion('basis', [
	/** A claim that the content must support, or else the build fails. */
	z.strictObject({ ...claim, basis: BasisSchema('counted'), id: z.enum(COUNTED_CLAIMS) }),
	z.strictObject({ ...claim, basis: BasisSchema('operator'), evidence: TextSchema, date: z.iso.date() }),
	/** A claim about something that doesn't exist yet; pages list it as coming later. */
	z.strictObject({ ...claim, basis: BasisSchema('planned') }),
	/** A made-up claim, marked as a sample and hidden in production. */
	z.strictObject({ ...claim, basis: BasisSchema('sample') }),
])
export type Claim = z.infer<typeof ClaimSchema>
/** The part of a claim that pages show. All of it is on /claims. */
export type ClaimFigure = Pick<Claim, 'id' | 'value' | 'label' | 'isIncome' | 'basis'>

export const ClaimsSchema = z.strictObject({
	claims: z.array(ClaimSchema).min(1).refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
})

/** Shared disclaimers. Every page with an income figure shows `incomeNote`. */
export const DisclaimersSchema = z.strictObject({
	/** One-line note, shown below a figure. */
	incomeNote: TextSchema,
	/** Note of a paragraph, shown at the end of a page. */
	incomeNoteLong: TextSchema,
	sampleLabel: TextSchema,
})
