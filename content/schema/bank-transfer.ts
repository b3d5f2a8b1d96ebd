import { z } from 'zod'

import { isBic, isIban, isPlaceholderIban, normaliseIban } from '#domain/orders/iban.ts'

import { TextSchema } from './primitives.ts'

/** content/company/bank-transfer.json: where buyers send money with BANK_TRANSFER, and how long they have. */
export const BankTransferSchema = z
	.strictObject({
		account: z.strictObject({
			/** As the bank has it: some banks compare the name. */
			holder: TextSchema.max(70),
			/** With or without spaces. The template's own begins with XX and stops a public start. */
			iban: z
				.string()
				.refine((text) => isIban(text) || isPlaceholderIban(text), 'is not an IBAN: its check digits do not fit')
				.transform(normaliseIban),
			bic: z.string().refine(isBic, 'must be eight or eleven capitals and digits'),
		}),
		/** Whole days after the order. */
		remindAfterDays: z.int().min(1).max(60),
		/** Whole days after the order; then it is closed. */
		expireAfterDays: z.int().min(2).max(90),
	})
	.refine(({ remindAfterDays, expireAfterDays }) => remindAfterDays < expireAfterDays, {
		path: ['remindAfterDays'],
		message: 'must come before the order expires',
	})
export type BankTransfer = z.infer<typeof BankTransferSchema>
