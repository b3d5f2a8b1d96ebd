import { consolePaths } from '#contracts/console-paths.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { fileRoute, reactPage } from '#server/console/shell/route.ts'
import { sendCsv } from '#server/console/shell/send-csv.ts'
import type { ReconciledPayout } from '#server/services/commerce/payouts/reconcile-payout.ts'

import { payoutFile } from './payout-file.ts'
import { requirePayout } from './read-payouts.ts'

const HEAD = ['payout', 'transaction', 'kind', 'time', 'order', 'payment', 'refund', 'currency', 'gross', 'fee', 'net', 'does not match']

const toAmounts = ({ grossCents, feeCents, netCents }: ReconciledPayout['sums'], currency: string) =>
	[grossCents, feeCents, netCents].map((amount) => Number(decimalOf(amount, currency)))

async function sendLines(request: ConsoleActionRequest) {
	const { payout, lines, sums } = await requirePayout(request)
	return sendCsv(request.c, `${payout.id}.csv`, [
		HEAD,
		...lines.map((line) => [
			payout.id,
			line.id,
			line.category,
			line.createdAt.toISOString(),
			line.orderId ?? '',
			line.paymentId ?? '',
			line.refundId ?? '',
			line.currency.toUpperCase(),
			...toAmounts(line, line.currency),
			line.fault ?? '',
		]),
		[payout.id, '', 'sum', '', '', '', '', payout.currency.toUpperCase(), ...toAmounts(sums, payout.currency), ''],
	])
}

export const payoutRoutes = [
	reactPage(consolePaths.payouts, 'operator'),
	payoutFile,
	reactPage(`${consolePaths.payouts}/:payout`, 'operator'),
	fileRoute(`${consolePaths.payouts}/:payout/lines.csv`, 'operator', sendLines),
]
