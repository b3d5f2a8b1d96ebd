import { showFirstSteps } from '#server/console/setup/read-first-steps.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, reactPage } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { acknowledgeAlert } from '#server/services/messaging/operator-alerts/acknowledge-alert.ts'

import { markDone, putOff, takeBack } from './decide.ts'

async function closeAlert(work: Work) {
	const { c, ctx, by, params } = work
	const id = params.id ?? ''
	const outcome = await acknowledgeAlert(ctx, id, by.email)
	const undo = outcome !== 'closed' ? null : await recordAction(work, ctx.db, { action: 'alert_closed', object: { kind: 'alert', id } })
	return c.redirect(
		`${places.today}?said=${outcome === null ? 'alert-gone' : outcome === 'closed' ? 'alert-closed' : 'alert-was-closed'}${undo === null ? '' : `&undo=${undo}`}`,
		303,
	)
}

/** The first page: one queue of what needs a person (app/admin/routes/today.tsx). */
export const todayRoutes = [
	reactPage(places.today, 'support'),
	action(`${places.root}/alerts/:id`, 'support', closeAlert),
	action(places.queueLater, 'support', putOff),
	action(places.queueDone, 'support', markDone),
	action(places.queueBack, 'support', takeBack),
	action(places.firstSteps, 'operator', showFirstSteps),
]
