/**
 * `npm run payments:reconcile`: runs the server's hourly job now. Processes events that no webhook delivered, and fetches the
 * state of undecided orders. The server may be running.
 */
import { reconcilePayments } from '#server/services/commerce/checkout/reconcile-payments.ts'

import { runOperatorCommand } from './operate.ts'

await runOperatorCommand(async (ctx) => {
	const { events, missed, checked, foundPaid, failed } = await reconcilePayments(ctx)
	console.log(`${events} events checked, ${missed} of them new; ${checked} orders checked; ${foundPaid} found paid; ${failed} failed`)
	if (failed > 0) process.exitCode = 1
})
