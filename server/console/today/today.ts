import { consolePaths } from '#contracts/console-paths.ts'
import { showFirstSteps } from '#server/console/setup/read-first-steps.ts'
import { type ConsoleActionRequest, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { action } from '#server/console/shell/route.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { acknowledgeAlert } from '#server/services/messaging/operator-alerts/open-alerts.ts'
import { type Decision, storeDecision, readDecisionSubject, deleteDecision } from '#server/services/operations/queue/queue-decisions.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

function requireItem(fields: Fields) {
	const item = readDecisionSubject(fields)
	if (!item) throw new ServiceError('invalid', 'queue_item_unknown', 'This item isn’t on Today. Nothing was changed.')
	return item
}

const objectOf = ({ userId, object }: { userId: string | null; object: string }) =>
	userId === null ? ({ kind: 'queue', id: object } as const) : ({ kind: 'account', id: userId } as const)

const DECIDED = `${consolePaths.today}?notice=queue-was-decided`

const decided =
	(toDecision: (request: ConsoleActionRequest) => Decision, notice: string) => async (request: ConsoleActionRequest, fields: Fields) => {
		const { c, ctx, by } = request
		const item = requireItem(fields)
		const decision = toDecision(request)
		if (!(await storeDecision(ctx, ctx.db, { item, by: by.userId, decision }))) return c.redirect(DECIDED, 303)
		const after = {
			what: item.kind,
			item: item.object,
			state: decision.state,
			...(decision.state === 'later' && { until: decision.until.toISOString() }),
		}
		const undo = await recordAction(request, ctx.db, { action: 'queue_item_decided', object: objectOf(item), after })
		return c.redirect(`${consolePaths.today}?notice=${notice}&undo=${undo}`, 303)
	}

const snooze = decided(({ ctx }) => ({ state: 'later', until: new Date(ctx.now().getTime() + WEEK_DAYS * DAY_MS) }), 'put-off')
const markDone = decided(() => ({ state: 'done' }), 'taken-care-of')

async function undoDecision(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx } = request
	const item = requireItem(fields)
	const gone = await deleteDecision(ctx, item, fields.seen ?? '')
	if (!gone) return c.redirect(DECIDED, 303)
	const object = objectOf({ userId: gone.user_id, object: item.object })
	await recordAction(request, ctx.db, { action: 'queue_decision_taken_back', object, before: { what: item.kind, state: gone.state } })
	return c.redirect(`${consolePaths.today}?notice=taken-back`, 303)
}

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
	action(`${consolePaths.root}/alerts/:id`, 'support', closeAlert),
	action(consolePaths.queueLater, 'support', snooze),
	action(consolePaths.queueDone, 'support', markDone),
	action(consolePaths.queueBack, 'support', undoDecision),
	action(consolePaths.firstSteps, 'operator', showFirstSteps),
]
