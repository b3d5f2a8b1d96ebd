import { z } from 'zod'

import { isTimeZone } from '#domain/clock/local-clock.ts'

import { LineSchema } from './primitives.ts'

/** Text of up to 200 characters that may be empty. */
const OptionalSchema = LineSchema.max(200).refine((text) => text === text.trim(), 'must not start or end with a space')
const SeriesSchema = z.string().regex(/^[A-Z][A-Z0-9]{0,7}$/, 'must be one to eight capitals and digits, a capital first')

const filled = (text: string) => text !== ''
type Problem = { path: (string | number)[]; message: string }

/**
 * content/company/seller.json: the seller and their tax. While `makesInvoices` is false, invoices are neither created nor
 * mentioned.
 */
export const SellerFileSchema = z
	.strictObject({
		makesInvoices: z.boolean().meta({ title: 'Make invoices', description: 'Fill in everything that an invoice must say first.' }),
		name: OptionalSchema.meta({ title: 'Name of the seller', description: 'Of the person or company, as the tax office knows it.' }),
		address: z.strictObject({
			line1: OptionalSchema.meta({ title: 'Street and number' }),
			line2: OptionalSchema.meta({ title: 'Second line of the address' }),
			postcode: OptionalSchema.meta({ title: 'Postcode' }),
			city: OptionalSchema.meta({ title: 'City' }),
			region: OptionalSchema.meta({ title: 'State or province', description: 'Where addresses have one.' }),
			country: z
				.string()
				.regex(/^(?:[A-Z]{2})?$/, 'must be two capitals, as in US or DE')
				.meta({ title: 'Country', format: 'country', labels: { '': 'Not set' } }),
		}),
		vatId: z
			.string()
			.regex(/^(?:[A-Z]{2}[A-Z0-9]{2,12})?$/, 'must begin with two capitals and have no spaces')
			.meta({ title: 'VAT id', description: 'With its country in front: DE123456789.' }),
		taxNumber: OptionalSchema.meta({
			title: 'Tax number',
			description: 'What the tax office calls the seller by, where there is no VAT id. It is on every invoice.',
		}),
		timeZone: z
			.string()
			.refine(isTimeZone, 'must be a time zone, as in Europe/Berlin')
			.default('UTC')
			.meta({ title: 'Time zone', description: 'Its calendar decides the day and the year of a document.', format: 'time-zone' }),
		tax: z.strictObject({
			mode: z.enum(['none', 'included', 'stripe']).meta({
				title: 'VAT in prices',
				description: 'Buyers always pay the price alone.',
				labels: {
					none: 'No VAT is charged',
					included: 'Prices contain VAT, at one rate',
					stripe: 'Stripe Tax works out what each price contains',
				},
			}),
			reason: OptionalSchema.meta({
				title: 'Reason for no VAT',
				description: 'As the invoice has to say it, where no VAT is charged.',
				onlyFor: { mode: 'none' },
			}),
			isSubjectToVat: z.boolean().meta({
				title: 'A small business in a country with VAT',
				description: 'Where no VAT is charged. Leave it empty if VAT does not apply to what you sell.',
				onlyFor: { mode: 'none' },
			}),
			ratePercent: z
				.number()
				.min(0)
				.max(100)
				.multipleOf(0.01)
				.meta({ title: 'Rate in percent', description: 'Where prices contain VAT: 19, 5.5.', onlyFor: { mode: 'included' } }),
			productCode: z
				.string()
				.regex(/^(?:txcd_\d{8})?$/, 'must be one of Stripe’s tax codes, as in txcd_10000000')
				.default('')
				.meta({
					title: 'Stripe’s code for what is sold',
					description:
						'With Stripe Tax: txcd_10000000 is any electronically supplied service; docs.stripe.com/tax/tax-codes has a closer one for most courses.',
					onlyFor: { mode: 'stripe' },
				}),
		}),
		numbers: z
			.strictObject({ invoices: SeriesSchema, creditNotes: SeriesSchema })
			.meta({ title: 'Number prefix', description: 'As in INV-2026-00001. A new word begins a new series.' }),
	})
	.superRefine((file, check) => {
		const problems: Problem[] = []
		if (file.numbers.invoices === file.numbers.creditNotes)
			problems.push({ path: ['numbers', 'creditNotes'], message: 'must differ from that of invoices' })
		if (file.tax.mode === 'stripe' && !filled(file.tax.productCode))
			problems.push({ path: ['tax', 'productCode'], message: 'must say what is sold: txcd_10000000 is any electronic service' })
		if (file.makesInvoices) {
			const { address, tax } = file
			for (const [path, text] of [
				[['name'], file.name],
				[['address', 'line1'], address.line1],
				[['address', 'postcode'], address.postcode],
				[['address', 'city'], address.city],
				[['address', 'country'], address.country],
			] as const)
				if (!filled(text)) problems.push({ path: [...path], message: 'must be filled in before invoices are made' })
			if (!filled(file.vatId) && !filled(file.taxNumber)) problems.push({ path: ['vatId'], message: 'needs a VAT id or a tax number' })
			if (tax.mode === 'none' && !filled(tax.reason)) problems.push({ path: ['tax', 'reason'], message: 'must say why there is no tax' })
			if (tax.mode === 'included' && tax.ratePercent === 0)
				problems.push({ path: ['tax', 'ratePercent'], message: 'must be more than 0; without tax the mode is "none"' })
		}
		for (const { path, message } of problems) check.addIssue({ code: 'custom', path, message })
	})
export type SellerFile = z.infer<typeof SellerFileSchema>
