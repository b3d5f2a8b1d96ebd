import { consolePaths } from '#contracts/console-paths.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import { respondWithCsv } from '#server/console/shell/export-list.ts'
import type { ConsoleRoute } from '#server/console/shell/route.ts'
import { listPayouts } from '#server/services/commerce/payouts/reconcile-payout.ts'

import { unavailable } from './read-payouts.ts'

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
export const payoutFile: ConsoleRoute = {
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
