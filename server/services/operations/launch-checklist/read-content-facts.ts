import aboutJson from '#content/company/about.json' with { type: 'json' }
import careersJson from '#content/company/careers.json' with { type: 'json' }
import { hasContent } from '#content/course-outline.ts'
import type { Content } from '#content/load-content.server.ts'
import activityJson from '#content/marketing/activity.json' with { type: 'json' }
import testimonialsJson from '#content/marketing/testimonials.json' with { type: 'json' }
import offersJson from '#content/offers.json' with { type: 'json' }

/** What the content says, as far as a launch depends on it. */
export type ContentFacts = {
	supportEmail: string
	iban: string
	makesInvoices: boolean
	/** The tax of each sale is left to the payment provider. */
	usesTax: boolean
	/** How many of each are samples. */
	samples: { testimonials: number; figures: readonly string[]; texts: readonly string[] }
	/** What the offer promises, word for word. */
	benefits: readonly string[]
	/** Ids and words of what does not exist yet. */
	planned: readonly { id: string; words: string }[]
	hasFilm: boolean
	/** Sections without a text, by module and name. */
	unwritten: readonly string[]
	/** Counted claims that the content does not support, one sentence each. */
	uncarried: readonly string[]
	/** The figures that texts name, by their names. */
	promises: Readonly<Record<string, string>>
}

const countSamples = (items: readonly { sample: boolean }[]) => items.filter(({ sample }) => sample).length

function listSampleTexts(): string[] {
	const places = {
		activity: activityJson.items,
		roles: aboutJson.leadership.roles,
		positions: careersJson.positions.items,
	}
	return Object.entries(places).flatMap(([name, items]) => (countSamples(items) === 0 ? [] : [`${countSamples(items)} ${name}`]))
}

export const readContentFacts = (content: Content): ContentFacts => ({
	supportEmail: content.site.supportEmail,
	iban: content.bankTransfer.account.iban,
	makesInvoices: content.invoicingSeller !== null,
	usesTax: content.productTaxCode !== null,
	samples: {
		testimonials: countSamples(testimonialsJson.testimonials),
		figures: content.claims.filter(({ basis }) => basis === 'sample').map(({ value, label }) => `${value} ${label}`),
		texts: listSampleTexts(),
	},
	benefits: offersJson.offers.flatMap(({ whatYouGet, benefits }) => [...whatYouGet, ...benefits]),
	planned: content.claims.filter(({ basis }) => basis === 'planned').map(({ id, value }) => ({ id, words: value })),
	hasFilm: content.site.welcomeVideo !== null,
	unwritten: content.taughtModules.flatMap(({ id, sections }) =>
		sections.filter((section, index) => !hasContent(section, index)).map((section) => `module ${id}: ${section.title}`),
	),
	uncarried: content.findUncarriedClaims(),
	promises: content.lastingPromises,
})
