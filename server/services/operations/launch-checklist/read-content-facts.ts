import { isSectionWritten } from '#content/course-outline.ts'
import type { Content } from '#content/load-content.server.ts'

export type ContentFacts = {
	accessPolicy: Content['accessPolicy']
	supportEmail: string
	iban: string
	makesInvoices: boolean
	/** True if the payment provider calculates the tax. */
	usesTax: boolean
	samples: { testimonials: number; figures: readonly string[]; texts: readonly string[] }
	/** Benefits on the offer page, word for word. */
	benefits: readonly string[]
	planned: readonly { id: string; words: string }[]
	hasFilm: boolean
	/** Lessons without text, by module and title. */
	unwritten: readonly string[]
	/** Claims with a number that the content doesn't support, one sentence each. */
	unsupportedClaims: readonly string[]
}

const listSampleTexts = ({ samples: { activity, roles, positions } }: Content): string[] =>
	Object.entries({ activity, roles, positions }).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]))

const hasRegularPrice = ({ offers }: Content) => offers.some((offer) => offer.regularAmountCents > offer.amountCents)

export const readContentFacts = (content: Content): ContentFacts => ({
	accessPolicy: content.accessPolicy,
	supportEmail: content.site.supportEmail,
	iban: content.bankTransfer.account.iban,
	makesInvoices: content.invoicingSeller !== null,
	usesTax: content.productTaxCode !== null,
	samples: {
		testimonials: content.samples.testimonials,
		figures: content.claims
			.filter(({ id, basis }) => basis === 'sample' && (id !== 'regular-price' || hasRegularPrice(content)))
			.map(({ value, label }) => `${value} ${label}`),
		texts: listSampleTexts(content),
	},
	benefits: content.benefitsUnfilled,
	planned: content.claims.filter(({ basis }) => basis === 'planned').map(({ id, value }) => ({ id, words: value })),
	hasFilm: content.site.welcomeVideo !== null,
	unwritten: content.allTaughtModules.flatMap(({ id, sections }) =>
		sections.filter((section, index) => !isSectionWritten(section, index)).map((section) => `${content.labelModule(id)}: ${section.title}`),
	),
	unsupportedClaims: content.findUnsupportedClaims(),
})
