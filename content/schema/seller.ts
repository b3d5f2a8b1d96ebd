import { z } from 'zod'

import { isTimeZone } from '#domain/clock/local-clock.ts'

/** Text of up to 200 characters that may be empty. */
const OptionalSchema = z
	.string()
	.max(200)
	.refine((text) => text === text.trim(), 'must not start or end with a space')
const SeriesSchema = z.string().regex(/^[A-Z][A-Z0-9]{0,7}$/, 'must be 1 to 8 capital letters and digits, starting with a letter')

const filled = (text: string) => text !== ''
type Problem = { path: (string | number)[]; message: string }

/**
 * content/company/seller.json: the seller and their tax. While `makesInvoices` is false, invoices are neither created nor
 * mentioned.
 */
export const SellerFileSchema = z
	.strictObject({
		tax: z
			.strictObject({
				mode: z.enum(['none', 'included', 'stripe']).meta({
					title: 'VAT in prices',
					description: 'Buyers always pay exactly the price.',
					labels: {
						none: 'No VAT is charged',
						included: 'Prices include VAT at one rate',
						stripe: 'Stripe Tax calculates the VAT in each price',
					},
				}),
				reason: OptionalSchema.meta({
					title: 'Reason for no VAT',
					description: 'As shown on invoices without VAT.',
					onlyFor: { mode: 'none' },
				}),
				isSubjectToVat: z.boolean().meta({
					title: 'Small business in a country with VAT',
					description: 'Check this if you’re exempt as a small business.',
					onlyFor: { mode: 'none' },
				}),
				ratePercent: z
					.number()
					.min(0)
					.max(100)
					.multipleOf(0.01)
					.meta({ title: 'Rate (%)', description: 'If prices include VAT, such as 19 or 5.5.', onlyFor: { mode: 'included' } }),
				productCode: z
					.string()
					.regex(/^(?:txcd_\d{8})?$/, 'must be a Stripe tax code, such as txcd_10000000')
					.default('')
					.meta({
						title: 'Stripe tax code',
						description:
							'For Stripe Tax. txcd_10000000 is any electronically supplied service; docs.stripe.com/tax/tax-codes lists more specific ones.',
						onlyFor: { mode: 'stripe' },
					}),
			})
			.meta({ title: 'Tax', isOpen: true }),
		name: OptionalSchema.meta({ title: 'Name of the seller', description: 'The person or company, as registered with the tax office.' }),
		address: z
			.strictObject({
				line1: OptionalSchema.meta({ title: 'Street and number' }),
				line2: OptionalSchema.meta({ title: 'Address line 2 (optional)' }),
				postcode: OptionalSchema.meta({ title: 'Postal code' }),
				city: OptionalSchema.meta({ title: 'City' }),
				region: OptionalSchema.meta({ title: 'State or province, if any' }),
				country: z
					.string()
					.regex(/^(?:[A-Z]{2})?$/, 'must be two capital letters, such as US or DE')
					.meta({ title: 'Country', format: 'country', labels: { '': 'Not set' } }),
			})
			.meta({ title: 'Address', isInColumns: true }),
		vatId: z
			.string()
			.overwrite((text) => text.replaceAll(/\s/g, '').toUpperCase())
			.regex(/^(?:[A-Z]{2}[A-Z0-9]{2,12})?$/, 'must start with its country code, such as DE123456789')
			.meta({ title: 'VAT ID', description: 'With its country code, such as DE123456789.' }),
		taxNumber: OptionalSchema.meta({
			title: 'Tax number',
			description: 'For sellers without a VAT ID. Shown on every invoice.',
		}),
		numbers: z
			.strictObject({ invoices: SeriesSchema, creditNotes: SeriesSchema })
			.meta({ title: 'Number prefix', description: 'For example, INV in INV-2026-00001. A new prefix starts a new series.' }),
		timeZone: z
			.string()
			.refine(isTimeZone, 'must be a time zone, such as Europe/Berlin')
			.default('UTC')
			.meta({ title: 'Time zone', description: 'Decides the date and year on documents.', format: 'time-zone' }),
		makesInvoices: z.boolean().meta({
			title: 'Create invoices',
			description: 'An invoice needs the seller’s name and address, a VAT ID or tax number, and the rate or the reason for no VAT.',
		}),
	})
	.superRefine((file, check) => {
		const problems: Problem[] = []
		if (file.numbers.invoices === file.numbers.creditNotes)
			problems.push({ path: ['numbers', 'creditNotes'], message: 'must differ from that of invoices' })
		if (file.tax.mode === 'stripe' && !filled(file.tax.productCode))
			problems.push({ path: ['tax', 'productCode'], message: 'must be set, for example to txcd_10000000 for any electronic service' })
		if (file.makesInvoices) {
			const { address, tax } = file
			for (const [path, text] of [
				[['name'], file.name],
				[['address', 'line1'], address.line1],
				[['address', 'postcode'], address.postcode],
				[['address', 'city'], address.city],
				[['address', 'country'], address.country],
			] as const)
				if (!filled(text)) problems.push({ path: [...path], message: 'must be filled in before invoices are created' })
			if (!filled(file.vatId) && !filled(file.taxNumber)) problems.push({ path: ['vatId'], message: 'needs a VAT ID or a tax number' })
			if (tax.mode === 'none' && !filled(tax.reason)) problems.push({ path: ['tax', 'reason'], message: 'must say why there is no tax' })
			if (tax.mode === 'included' && tax.ratePercent === 0) problems.push({ path: ['tax', 'ratePercent'], message: 'must be more than 0' })
		}
		for (const { path, message } of problems) check.addIssue({ code: 'custom', path, message })
	})
export type SellerFile = z.infer<typeof SellerFileSchema>
