import { consolePaths } from '#contracts/console-paths.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { respondWithCsv } from '#server/console/shell/export-list.ts'
import { fileRoute, reactPage, type ConsoleRoute } from '#server/console/shell/route.ts'
import { sendCsv } from '#server/console/shell/send-csv.ts'
import { type ReconciledPayout, listPayouts } from '#server/services/commerce/payouts/reconcile-payout.ts'

import { requirePayout, unavailable } from './read-payouts.ts'

type Payout = Exclude<Awaited<ReturnType<typeof listPayouts>>, 'away' | null>[number]

const fileOf = (payouts: Payout[]) =>
	respondWithCsv<Payout>(consolePaths.payouts, {
		kind: 'order',
		columns: [
			['arrives', (row) => row.arrivesAt.toISOString().slice(0, 10)],
			['payout', (row) => row.id],
			['state', (row) => row.status],
			['amount', (row) => Number(decimalOf(row.amountCents, row.currency))],
			['currency', (row) => row.currency.toUpperCase(), 'amount'],
		],
		ask: () => ({ sort: null, filters: {}, read: async () => payouts }),
	})

/** Sends the latest payouts as CSV. The provider is called before the transaction starts. */
const payoutFile: ConsoleRoute = {
	method: 'POST',
	path: `${consolePaths.payouts}.csv`,
	role: 'operator',
	isGuarded: true,
	async prepare({ ctx }) {
		const payouts = await listPayouts(ctx)
		if (payouts === 'away') throw unavailable(ctx)
		return fileOf(payouts ?? [])
	},
}

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
