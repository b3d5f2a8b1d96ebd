import { nameTax, type Tax } from './invoice.ts'

/** Reason for the tax. `not_collected`: the seller is not registered for it. `unknown`: the provider could not say. */
type Why = 'taxed' | 'reverse_charge' | 'zero_rated' | 'exempt' | 'not_subject' | 'not_collected' | 'unknown'

/** One tax of a payment, as its provider worked it out. */
export type ReportedTaxLine = {
	why: Why
	/** "VAT", "GST", "Sales tax". */
	name: string
	rateBasisPoints: number
	amountCents: number
	/** Country of the tax, ISO 3166-1. */
	country: string | null
}

/** The tax within a payment. Without lines, the provider could not work it out. */
export type ReportedTax = { taxCents: number; lines: readonly ReportedTaxLine[] }

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })
const within = (country: string | null) => (country === null ? '' : ` in ${COUNTRIES.of(country) ?? country}`)

/** Ordered by precedence, with the words of the invoice. */
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
 * One tax for the one line of an invoice: EN 16931 gives a line one category and one rate (BT-151, BT-152). Where state, county and city
 * each take theirs, that is the sum of their rates under all their names.
 * @returns null when the provider could not say, its lines do not make its sum, or it took a tax without a rate
 */
export function readReportedTax({ taxCents, lines }: ReportedTax): Tax | null {
	if (lines.reduce((sum, { amountCents }) => sum + amountCents, 0) !== taxCents) return null
	const taken = lines.filter(({ why, amountCents }) => why === 'taxed' || amountCents !== 0)
	const rateBasisPoints = Number(taken.reduce((sum, line) => sum + line.rateBasisPoints, 0).toFixed(2))
	const [first] = taken
	// An amount for each sale, whatever its price: no rate of a line says that.
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
