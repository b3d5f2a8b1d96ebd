import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readListView } from '#server/console/shell/list-view.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { listPayouts, MAX_LINES, reconcilePayout } from '#server/services/commerce/payouts/reconcile-payout.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Maximum lines shown on the page; the CSV has all lines and mismatches. */
const SHOWN = 200

export const unavailable = ({ payments }: ServiceContext) =>
	new ServiceError(
		'upstream',
		'payouts_unavailable',
		`${payments.name} didn’t return the payouts. Try again in a few minutes. If you use a restricted key, it needs permission to read payouts and balance transactions.`,
	)

/**
 * Reads the latest payouts. `payouts` is null if the provider has none.
 * @throws ServiceError payouts_unavailable (502)
 */
export async function readPayouts(request: ConsoleRequest) {
	const { ctx } = request
	const payouts = await listPayouts(ctx)
	if (payouts === 'away') throw unavailable(ctx)
	return { view: await readListView(request, 'payouts'), payouts, provider: ctx.payments.name }
}

/**
 * Returns the payout in the URL, reconciled with our orders.
 * @throws ServiceError payout_not_found (404), payouts_unavailable (502)
 */
export async function requirePayout({ ctx, params }: ConsoleRequest) {
	const found = await reconcilePayout(ctx, params.payout ?? '')
	if (found === 'away') throw unavailable(ctx)
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
