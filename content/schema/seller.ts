import { z } from 'zod'

import { LineSchema } from './primitives.ts'

/** Empty, or one line without spaces at its ends. */
const OptionalSchema = LineSchema.max(200).refine((text) => text === text.trim(), 'must not start or end with a space')
const SeriesSchema = z.string().regex(/^[A-Z][A-Z0-9]{0,7}$/, 'must be one to eight capitals and digits, a capital first')

const filled = (text: string) => text !== ''
type Problem = { path: (string | number)[]; message: string }

/** content/company/seller.json: who sells, and with which tax. As long as `makesInvoices` is false, no invoice is made or promised. */
export const SellerFileSchema = z
	.strictObject({
		/** Before it is true, everything that an invoice must say has to be filled in. */
		makesInvoices: z.boolean(),
		/** Of the person or company, as the tax office knows it. */
		name: OptionalSchema,
		address: z.strictObject({
			line1: OptionalSchema,
			line2: OptionalSchema,
			postcode: OptionalSchema,
			city: OptionalSchema,
			/** State or province, where addresses have one. */
			region: OptionalSchema,
			/** ISO 3166-1: two capitals. */
			country: z.string().regex(/^(?:[A-Z]{2})?$/, 'must be two capitals, as in US or DE'),
		}),
		/** With its country in front: DE123456789. */
		vatId: z.string().regex(/^(?:[A-Z]{2}[A-Z0-9]{2,12})?$/, 'must begin with two capitals and have no spaces'),
		/** What the tax office calls the seller by, where there is no VAT id. It stands on every invoice. */
		taxNumber: OptionalSchema,
		tax: z.strictObject({
			/** `none`: no VAT is charged; `included`: prices contain it, at one rate. */
			mode: z.enum(['none', 'included']),
			/** Why there is none, as the invoice has to say it. For `none` alone. */
			reason: OptionalSchema,
			/** For `none` alone. True: a small business in a country with VAT; false: VAT does not apply to the seller's sales. */
			isSubjectToVat: z.boolean(),
			/** For `included` alone: 19, 5.5. */
			ratePercent: z.number().min(0).max(100).multipleOf(0.01),
		}),
		/** What numbers begin with: INV-2026-00001. A new word begins a new series. */
		numbers: z.strictObject({ invoices: SeriesSchema, creditNotes: SeriesSchema }),
	})
	.superRefine((file, check) => {
		const problems: Problem[] = []
		if (file.numbers.invoices === file.numbers.creditNotes)
			problems.push({ path: ['numbers', 'creditNotes'], message: 'must differ from that of invoices' })
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
