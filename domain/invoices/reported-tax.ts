import { nameTax, type Tax } from './invoice.ts'

/** Reason for the tax. `not_collected`: the seller isn't registered for it. `unknown`: the provider couldn't determine it. */
type Why = 'taxed' | 'reverse_charge' | 'zero_rated' | 'exempt' | 'not_subject' | 'not_collected' | 'unknown'

/** One tax of a payment, as calculated by the provider. */
export type ReportedTaxLine = {
	why: Why
	/** Name of the tax, such as "VAT", "GST" or "Sales tax". */
	name: string
	rateBasisPoints: number
	amountCents: number
	/** Country of the tax, ISO 3166-1. */
	country: string | null
}

/** The tax included in a payment. Without lines, the provider couldn't calculate it. */
export type ReportedTax = { taxCents: number; lines: readonly ReportedTaxLine[] }

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })
const within = (country: string | null) => (country === null ? '' : ` in ${COUNTRIES.of(country) ?? country}`)

/** Reasons why there is no tax, in order of precedence, with the words for the invoice. */
const UNTAXED = [
	['reverse_charge', 'reverse_charge', ({ name }: ReportedTaxLine) => `Reverse charge: the buyer accounts for the ${name}.`],
	['zero_rated', 'zero_rated', () => null],
	['exempt', 'exempt', ({ name, country }: ReportedTaxLine) => `Exempt from ${name}${within(country)}.`],
	['not_subject', 'not_subject', ({ name, country }: ReportedTaxLine) => `Not subject to ${name}${within(country)}.`],
	[
		'not_collected',
		'not_subject',
		({ name, country }: ReportedTaxLine) => `No ${name} is charged: the seller is not registered for it${within(country)}.`,
	],
] as const

/**
 * Combines the taxes into one, because EN 16931 allows an invoice line only one category and one rate (BT-151, BT-152). If state, county
 * and city each charge a tax, adds their rates and lists all names.
 * @returns null if the provider couldn't calculate the tax, the lines don't add up, or a tax has no rate
 */
export function readReportedTax({ taxCents, lines }: ReportedTax): Tax | null {
	if (lines.reduce((sum, { amountCents }) => sum + amountCents, 0) !== taxCents) return null
	const taken = lines.filter(({ why, amountCents }) => why === 'taxed' || amountCents !== 0)
	const rateBasisPoints = Number(taken.reduce((sum, line) => sum + line.rateBasisPoints, 0).toFixed(2))
	const [first] = taken
	// A fixed amount of tax per sale can't be expressed as a rate.
	if (first && rateBasisPoints === 0 && taxCents !== 0) return null
	if (first) {
		const name = [...new Set(taken.map((line) => line.name))].join(' + ')
		const kind = rateBasisPoints === 0 ? 'zero_rated' : 'included'
		return { kind, rateBasisPoints, reason: null, name: name === nameTax({}) ? null : name, country: first.country }
	}
	for (const [why, kind, say] of UNTAXED) {
		const line = lines.find((each) => each.why === why)
		if (line) return { kind, rateBasisPoints: 0, reason: say(line), name: null, country: line.country }
	}
	return null
}
