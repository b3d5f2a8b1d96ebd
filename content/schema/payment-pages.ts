import { z } from 'zod'

import { isBic, isIban, isPlaceholderIban, normalizeIban } from '#domain/orders/iban.ts'

import { BlurbSchema, LinkSchema, TextSchema } from './primitives.ts'

/**
 * content/checkout-consent.json: consent that buyers give before paying. Change `version` whenever `label` changes, because orders store
 * the version.
 */
export const CheckoutConsentSchema = z.strictObject({
	version: z.iso.date().meta({
		title: 'Version',
		description: 'The day it goes live, such as 2026-11-23. Orders keep their version, so a new text needs a new day.',
	}),
	label: TextSchema.max(1200).meta({ title: 'Consent text', description: 'At most 1,200 characters.' }),
	refundTitle: TextSchema,
	refundText: TextSchema.max(1200),
})

/** content/company/bank-transfer.json: the account for bank transfers, and how long buyers have to pay. Used if BANK_TRANSFER is set. */
export const BankTransferSchema = z
	.strictObject({
		account: z.strictObject({
			holder: TextSchema.max(70).meta({
				title: 'Account holder',
				description: 'Exactly as your bank has it: some banks compare the name.',
			}),
			iban: z
				.string()
				.refine((text) => isIban(text) || isPlaceholderIban(text), 'is not a valid IBAN: its check digits are wrong')
				.transform(normalizeIban)
				.meta({
					title: 'IBAN',
					description: 'With or without spaces. A placeholder that starts with XX keeps a public server from starting.',
				}),
			bic: z.string().refine(isBic, 'must be 8 or 11 capital letters and digits').meta({ title: 'BIC' }),
		}),
		remindAfterDays: z.int().min(1).max(60).meta({ title: 'Remind after (days)', description: 'Whole days after the order.' }),
		expireAfterDays: z.int().min(2).max(90).meta({ title: 'Close the order after (days)', description: 'Whole days after the order.' }),
	})
	.refine(({ remindAfterDays, expireAfterDays }) => remindAfterDays < expireAfterDays, {
		path: ['remindAfterDays'],
		message: 'must come before the order expires',
	})

const StateSchema = z.strictObject({ title: TextSchema, text: TextSchema, actions: z.array(LinkSchema).min(1) })
export type PaymentStateWords = z.infer<typeof StateSchema>

/** content/marketing/payment-pages.json: /payment-success, /payment-canceled, /success. */
export const PaymentPagesSchema = z.strictObject({
	success: z.strictObject({
		verifying: z.strictObject({
			title: TextSchema,
			text: TextSchema,
			/** Text shown after 20 seconds, with `slowActions`. */
			slowText: TextSchema,
			slowActions: z.array(LinkSchema).min(1).meta({ entry: 'action' }),
		}),
		paid: z.strictObject({
			title: TextSchema,
			text: TextSchema,
			benefitsTitle: TextSchema,
			nextStepsTitle: TextSchema,
			nextSteps: z.array(BlurbSchema).length(3),
			orderIdLabel: TextSchema,
			modulesButton: LinkSchema,
			homeButton: LinkSchema,
			supportText: TextSchema,
			supportLink: LinkSchema,
		}),
		unknown: StateSchema,
		pending: StateSchema,
		failed: StateSchema,
	}),
	canceled: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		offerText: TextSchema,
		retry: LinkSchema,
		freeTrial: LinkSchema,
		questionsTitle: TextSchema,
		alreadyPaid: StateSchema,
	}),
	enrolled: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		button: LinkSchema,
		asking: BlurbSchema,
		guest: StateSchema,
		missing: StateSchema,
		unknown: StateSchema,
	}),
})
export type PaymentPages = z.infer<typeof PaymentPagesSchema>

/** content/marketing/not-found.json. */
export const NotFoundSchema = z.strictObject({ title: TextSchema, text: TextSchema, links: z.array(LinkSchema).length(3) })
