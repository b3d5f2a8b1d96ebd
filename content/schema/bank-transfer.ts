import { z } from 'zod'

import { isBic, isIban, isPlaceholderIban, normaliseIban } from '#domain/orders/iban.ts'

import { TextSchema } from './primitives.ts'

/** content/company/bank-transfer.json: the account for transfers, and how long buyers have to pay. Used with BANK_TRANSFER. */
export const BankTransferSchema = z
	.strictObject({
		account: z.strictObject({
			holder: TextSchema.max(70).meta({ title: 'Account holder', description: 'As the bank has it: some banks compare the name.' }),
			iban: z
				.string()
				.refine((text) => isIban(text) || isPlaceholderIban(text), 'is not an IBAN: its check digits do not fit')
				.transform(normaliseIban)
				.meta({ title: 'IBAN', description: 'With or without spaces. One that begins with XX stops a public start.' }),
			bic: z.string().refine(isBic, 'must be eight or eleven capitals and digits').meta({ title: 'BIC' }),
		}),
		remindAfterDays: z.int().min(1).max(60).meta({ title: 'Remind after (days)', description: 'Whole days after the order.' }),
		expireAfterDays: z.int().min(2).max(90).meta({ title: 'Close the order after (days)', description: 'Whole days after the order.' }),
	})
	.refine(({ remindAfterDays, expireAfterDays }) => remindAfterDays < expireAfterDays, {
		path: ['remindAfterDays'],
		message: 'must come before the order expires',
	})
