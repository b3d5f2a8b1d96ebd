/**
 * For bank transfers: `npm run orders -- list` lists expected payments. `npm run orders -- paid <reference> <amount> <currency>
 * --operator <name>` records that an order was paid; `--late` accepts the money although the order is closed.
 */
import { parseTransferAmount } from '#domain/orders/check-transfer.ts'
import { formatReference } from '#domain/orders/transfer-reference.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { listTransfers, describeMarkOutcome, markTransferPaid } from '#server/services/commerce/transfers/mark-transfer-paid.ts'

import { runOperatorCommand, readArguments, UsageError } from './operate.ts'

const USAGE = `npm run orders -- list
npm run orders -- paid <reference> <amount> <currency> --operator <name> [--late]
--late accepts it although the order is closed
for example: npm run orders -- paid LW-7K2M-94QX 37.60 USD --operator Ada`

const { values, positionals } = readArguments({
	allowPositionals: true,
	options: { operator: { type: 'string' }, late: { type: 'boolean', default: false } },
})

await runOperatorCommand(async (ctx) => {
	const [command, reference, amount = '', currency = ''] = positionals
	if (command === 'list') {
		for (const { reference: known, amountCents, currency: inMoney, expiresAt, orderId } of await listTransfers(ctx))
			console.log(
				[
					formatReference(known),
					formatMoney(amountCents, inMoney),
					inMoney.toUpperCase(),
					`until ${expiresAt.toISOString()}`,
					orderId,
				].join('  '),
			)
		return
	}
	if (command !== 'paid' || reference === undefined || !/^[a-z]{3}$/i.test(currency)) throw new UsageError(USAGE)
	const amountCents = parseTransferAmount(amount, currency)
	if (amountCents === null) throw new UsageError(USAGE)
	const { operator = '', late: isTakenLate } = values
	console.log(describeMarkOutcome(await markTransferPaid(ctx, { reference, amountCents, currency, operator, isTakenLate })))
})
