import { consolePaths } from '#contracts/console-paths.ts'
import { showFirstSteps } from '#server/console/setup/read-first-steps.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, reactPage } from '#server/console/shell/route.ts'
import { acknowledgeAlert } from '#server/services/messaging/operator-alerts/acknowledge-alert.ts'

import { markDone, snooze, undoDecision } from './decide.ts'

async function closeAlert(request: ConsoleActionRequest) {
	const { c, ctx, by, params } = request
	const id = params.id ?? ''
	const outcome = await acknowledgeAlert(ctx, id, by.email)
	const undo = outcome !== 'closed' ? null : await recordAction(request, ctx.db, { action: 'alert_closed', object: { kind: 'alert', id } })
	return c.redirect(
		`${consolePaths.today}?notice=${outcome === null ? 'alert-gone' : outcome === 'closed' ? 'alert-closed' : 'alert-was-closed'}${undo === null ? '' : `&undo=${undo}`}`,
		303,
	)
}

export const todayRoutes = [
	reactPage(consolePaths.today, 'support'),
	action(`${consolePaths.root}/alerts/:id`, 'support', closeAlert),
	action(consolePaths.queueLater, 'support', snooze),
	action(consolePaths.queueDone, 'support', markDone),
	action(consolePaths.queueBack, 'support', undoDecision),
	action(consolePaths.firstSteps, 'operator', showFirstSteps),
]
