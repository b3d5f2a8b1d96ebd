import { consolePaths } from '#contracts/console-paths.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import type { ConsoleActionRequest, ConsoleRequest } from '#server/console/shell/console-request.ts'
import { respondWithCsv } from '#server/console/shell/export-list.ts'
import { readListView } from '#server/console/shell/lists.ts'
import { type ConsoleRoute, fileRoute } from '#server/console/shell/route.ts'
import { sendCsv } from '#server/http/send-file.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { listPayouts, MAX_LINES, type ReconciledPayout, reconcilePayout } from '#server/services/commerce/payouts/reconcile-payout.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Maximum lines shown on the page; the CSV has all lines and mismatches. */
const SHOWN = 200

export const payoutsUnavailable = ({ payments }: ServiceContext) =>
	new ServiceError(
		'upstream',
		'payouts_unavailable',
		`${payments.name} didn’t return the payouts. Try again in a few minutes. If you use a restricted key, it needs permission to read payouts and balance transactions.`,
	)

/**
 * Reads the latest payouts. `payouts` is null if buyers pay straight into the operator's account.
 * @throws ServiceError payouts_unavailable (502)
 */
export async function readPayouts(request: ConsoleRequest) {
	const { ctx } = request
	const payouts = await listPayouts(ctx)
	if (payouts === 'away') throw payoutsUnavailable(ctx)
	return { view: await readListView(request, 'payouts'), payouts, provider: ctx.payments.name }
}

/**
 * Returns the payout in the URL, reconciled with our orders.
 * @throws ServiceError payout_not_found (404), payouts_unavailable (502)
 */
export async function requirePayout({ ctx, params }: ConsoleRequest) {
	const found = await reconcilePayout(ctx, params.payout ?? '')
	if (found === 'away') throw payoutsUnavailable(ctx)
	if (found === null) throw new ServiceError('not-found', 'payout_not_found', 'We can’t find that payout.')
	return found
}

export async function readPayout(request: ConsoleRequest) {
	const { lines, ...found } = await requirePayout(request)
	const faults = lines.filter(({ fault }) => fault !== null)
	return {
		...found,
		mostLines: MAX_LINES,
		lineCount: lines.length,
		lines: lines.slice(0, SHOWN),
		faultCount: faults.length,
		faults: faults.slice(0, SHOWN),
	}
}

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
		openSource: () => ({ sort: null, filters: {}, read: async () => payouts }),
	})

/** Sends the latest payouts as CSV. The provider is called before the transaction starts. */
const payoutFile: ConsoleRoute = {
	method: 'POST',
	path: `${consolePaths.payouts}.csv`,
	role: 'operator',
	isGuarded: true,
	async prepare({ ctx }) {
		const payouts = await listPayouts(ctx)
		if (payouts === 'away') throw payoutsUnavailable(ctx)
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

export const payoutRoutes = [payoutFile, fileRoute(`${consolePaths.payouts}/:payout/lines.csv`, 'operator', sendLines)]
