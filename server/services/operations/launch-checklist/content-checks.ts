import type { Config } from '#server/config/config.ts'

import { type CheckFamily, fixVerdict, okVerdict, type CheckVerdict, warnVerdict } from './check.ts'
import type { ContentFacts } from './read-content-facts.ts'

const HIDDEN = 'Replace it with real content and its source, or leave it: a live site doesn’t show samples.'

const countSamples = (samples: readonly string[]): CheckVerdict =>
	samples.length === 0 ? okVerdict('none is a sample') : warnVerdict(`samples: ${samples.join(', ')}`, HIDDEN)

/** `words` matches a benefit that promises this feature; `mark` is the placeholder that says it comes later. */
const SOLD = {
	mentorship: { words: /mentor/i, mark: '{mentorshipMark}' },
	community: { words: /communit/i, mark: '{communityMark}' },
} as const

function checkBenefit(id: keyof typeof SOLD, { planned, benefits }: ContentFacts): CheckVerdict {
	const { words, mark } = SOLD[id]
	const sold = benefits.filter((benefit) => words.test(benefit))
	if (sold.length === 0) return okVerdict('the offer does not promise it')
	if (!planned.some((claim) => claim.id === id))
		return okVerdict('the offer promises it, and content/marketing/claims.json says that it is there')
	const how = `Open it and say so in content/marketing/claims.json ("basis": "operator"), or take it out of content/offers.json.`
	const unmarked = sold.filter((benefit) => !benefit.includes(mark))
	return unmarked.length === 0
		? warnVerdict('the offer lists it as coming later; nothing delivers it yet', how)
		: fixVerdict(`sold as available, without ${mark}: ${unmarked.join('; ')}`, how)
}

function checkFilm({ hasFilm, benefits }: ContentFacts): CheckVerdict {
	if (hasFilm) return okVerdict('there is one')
	const how = 'Upload it under Media in the console, then choose it in the settings (General).'
	const sold = benefits.filter((benefit) => /\b(?:video|film)/i.test(benefit))
	return sold.length > 0
		? fixVerdict(`sold but missing: ${sold.join('; ')}`, how)
		: warnVerdict('the free trial shows slides and a text instead', how)
}

function checkSections({ unwritten }: ContentFacts): CheckVerdict {
	if (unwritten.length === 0) return okVerdict('all lessons are written')
	return warnVerdict(
		`${unwritten.length} without a text: ${unwritten.slice(0, 5).join('; ')}`,
		'Write them (docs/content.md), or tell buyers when they’ll be ready.',
	)
}

/** Checks the invoicing setup. Invoicing is optional, but if tax has to be charged, something must calculate it. */
function checkInvoices({ makesInvoices, usesTax }: ContentFacts, { payments }: Config): CheckVerdict {
	if (usesTax && payments.kind === 'bank-transfer')
		return fixVerdict(
			'nothing calculates the tax, and payments create no invoices: content/company/seller.json leaves it to Stripe, and buyers pay by bank transfer',
			'Set "mode" of the tax there to "included" or "none", or let Stripe take the payments.',
		)
	if (!makesInvoices)
		return warnVerdict(
			'payments create no invoices, and no page promises any',
			'If you’re required to issue invoices, fill in content/company/seller.json and set makesInvoices there to true (docs/payments.md).',
		)
	return okVerdict('each payment creates an invoice')
}

const checkAccess = ({ accessPolicy }: ContentFacts): CheckVerdict =>
	accessPolicy === 'enrolled'
		? okVerdict('lessons open for buyers only, apart from free modules')
		: warnVerdict(
				'everyone with a free account opens every lesson, module by module, and buyers open no more',
				'To sell the lessons, set accessPolicy in content/offers.json to "enrolled". Leave it if they are meant to be free.',
			)

const checkClaims = ({ unsupportedClaims }: ContentFacts): CheckVerdict =>
	unsupportedClaims.length === 0
		? okVerdict('every claim with a number is true')
		: fixVerdict(unsupportedClaims.join('; '), 'Correct the claim, or add what is missing.')

export const contentChecks: CheckFamily = {
	name: 'Content',
	checks: [
		{
			id: 'sample-testimonials',
			what: 'Testimonials are real',
			why: 'The samples aren’t from customers. A live site leaves them out.',
		},
		{ id: 'sample-figures', what: 'Figures are real', why: 'The samples weren’t measured. A live site leaves them out.' },
		{ id: 'sample-texts', what: 'People, positions and news are real', why: 'A live site leaves the samples out.' },
		{ id: 'mentorship', what: 'The mentorship you sell exists', why: 'Without it, buyers may ask for a refund.' },
		{ id: 'community', what: 'The community you sell exists', why: 'Without it, buyers may ask for a refund.' },
		{ id: 'film', what: 'The free trial has its welcome video', why: 'Visitors expect it on the trial page.' },
		{ id: 'sections', what: 'Every lesson is written', why: 'Buyers pay for all of them.' },
		{ id: 'access', what: 'Buyers open more than free accounts', why: 'Buyers don’t expect to pay for what others get for free.' },
		{ id: 'promises', what: 'Counted claims are true', why: 'You’re bound by the numbers on your pages.' },
		{ id: 'invoices', what: 'Payments create invoices', why: 'Many countries require one for every sale, numbered without gaps.' },
	],
	run: async ({ config }, around) => {
		const { content } = around
		const { testimonials, figures, texts } = content.samples
		return {
			'sample-testimonials': countSamples(testimonials === 0 ? [] : [`${testimonials} testimonials`]),
			'sample-figures': countSamples(figures),
			'sample-texts': countSamples(texts),
			mentorship: checkBenefit('mentorship', content),
			community: checkBenefit('community', content),
			film: checkFilm(content),
			sections: checkSections(content),
			access: checkAccess(content),
			promises: checkClaims(content),
			invoices: checkInvoices(content, config),
		}
	},
}
