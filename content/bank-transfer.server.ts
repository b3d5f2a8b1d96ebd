/** Where buyers send money by bank transfer, validated when this module loads. The API gives it to the buyer of an order. */
import bankTransferJson from './company/bank-transfer.json' with { type: 'json' }
import { type BankTransfer, BankTransferSchema } from './schema/bank-transfer.ts'

export const bankTransfer: BankTransfer = BankTransferSchema.parse(bankTransferJson)
