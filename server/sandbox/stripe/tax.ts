import { newId, type SandboxCall, unixSeconds } from './objects.ts'
import type { CustomerDetails, Session, Tax } from './shapes.ts'

/** Country of the sandbox's seller, where its tax is due. */
const HEAD_OFFICE = 'DE'
/** Standard VAT rates in percent. In other EU countries, the seller pays VAT through the one-stop shop. */
const EU_RATES: Readonly<Record<string, number>> = {
	AT: 20,
	BE: 21,
	DE: 19,
	ES: 21,
	FI: 25.5,
	FR: 20,
	IE: 23,
	IT: 22,
	NL: 21,
	PL: 23,
	SE: 25,
}
const RATES: Readonly<Record<string, number>> = { ...EU_RATES, GB: 20 }
/** Postal codes of Quebec, which has its own tax in addition to Canada's. */
const QUEBEC = /^[GHJ]/i
const UNSUPPORTED: ReadonlySet<string> = new Set(['CU', 'IR', 'KP', 'SY'])

type Rule = { type: string; percent: number; reason: Tax['taxability_reason']; state?: string }

function rulesFor({ address, tax_ids: taxIds }: CustomerDetails): Rule[] {
	const country = address?.country ?? ''
	if (UNSUPPORTED.has(country)) return [{ type: 'vat', percent: 0, reason: 'not_supported' }]
	if (country === 'CA') {
		const gst: Rule = { type: 'gst', percent: 5, reason: 'standard_rated' }
		const isQuebec = QUEBEC.test(address?.postal_code ?? '')
		return isQuebec ? [gst, { type: 'qst', percent: 9.975, reason: 'standard_rated', state: 'QC' }] : [gst]
	}
	const percent = RATES[country]
	if (percent === undefined) return [{ type: country === 'US' ? 'sales_tax' : 'vat', percent: 0, reason: 'not_collecting' }]
	const isBusiness = taxIds?.some(({ value }) => value.startsWith(country)) ?? false
	return country !== HEAD_OFFICE && isBusiness
		? [{ type: 'vat', percent: 0, reason: 'reverse_charge' }]
		: [{ type: 'vat', percent, reason: 'standard_rated' }]
}

const NAMES: Readonly<Record<string, string>> = { vat: 'VAT', gst: 'GST', qst: 'QST', sales_tax: 'Sales Tax' }

const toTax = (call: SandboxCall, { amount, base, country, rule }: { amount: number; base: number; country: string; rule: Rule }): Tax => ({
	amount,
	rate: {
		id: newId('txr'),
		object: 'tax_rate',
		active: false,
		country,
		created: unixSeconds(call.now),
		description: null,
		display_name: NAMES[rule.type] ?? rule.type,
		effective_percentage: rule.percent,
		inclusive: true,
		jurisdiction: rule.state ?? country,
		livemode: false,
		metadata: {},
		percentage: rule.percent,
		state: rule.state ?? null,
		tax_type: rule.type,
	},
	taxability_reason: rule.reason,
	taxable_amount: rule.percent === 0 ? 0 : base,
})

/** Calculates the included tax, once the buyer's address is known. Does nothing without `automatic_tax`. */
export function taxSession(call: SandboxCall, session: Session, details: CustomerDetails): Session {
	if (!session.automatic_tax.enabled || details.address === null) return session
	const rules = rulesFor(details)
	const total = session.amount_total
	const base = Math.round(total / (1 + rules.reduce((sum, { percent }) => sum + percent, 0) / 100))
	const rest = total - base
	const parts = rules.map(({ percent }) => Math.round((base * percent) / 100))
	// The last part gets the remainder, so that the parts add up to the total.
	const amounts = parts.map((part, index) =>
		index < parts.length - 1 ? part : rest - parts.slice(0, -1).reduce((sum, each) => sum + each, 0),
	)
	const { country } = details.address
	const taxes = rules.map((rule, index) => toTax(call, { amount: amounts[index] ?? 0, base, country, rule }))
	const data = session.line_items.data.map((item, index) => (index === 0 ? { ...item, amount_tax: rest } : item))
	return {
		...session,
		automatic_tax: { ...session.automatic_tax, status: 'complete' },
		line_items: { ...session.line_items, data },
		total_details: { ...session.total_details, amount_tax: rest, breakdown: { discounts: [], taxes } },
	}
}
