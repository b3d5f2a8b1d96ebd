import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { type Choice, choose, readChoosable, takeBackChoice } from '#server/services/operations/queue/queue-choices.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

type Fields = Readonly<Record<string, string>>

function requireItem(fields: Fields) {
	const item = readChoosable(fields)
	if (!item) throw new ServiceError('invalid', 'queue_item_unknown', 'This is not an item of the queue. Nothing was changed.')
	return item
}

const objectOf = ({ userId, object }: { userId: string | null; object: string }) =>
	userId === null ? ({ kind: 'queue', id: object } as const) : ({ kind: 'account', id: userId } as const)

const DECIDED = `${places.today}?said=queue-was-decided`

const decided = (toChoice: (work: Work) => Choice, said: string) => async (work: Work, fields: Fields) => {
	const { c, ctx, by } = work
	const item = requireItem(fields)
	const choice = toChoice(work)
	if (!(await choose(ctx, ctx.db, { item, by: by.userId, choice }))) return c.redirect(DECIDED, 303)
	const after = {
		what: item.kind,
		item: item.object,
		state: choice.state,
		...(choice.state === 'later' && { until: choice.until.toISOString() }),
	}
	const undo = await recordAction(work, ctx.db, { action: 'queue_item_decided', object: objectOf(item), after })
	return c.redirect(`${places.today}?said=${said}&undo=${undo}`, 303)
}

export const putOff = decided(({ ctx }) => ({ state: 'later', until: new Date(ctx.now().getTime() + WEEK_DAYS * DAY_MS) }), 'put-off')
export const markDone = decided(() => ({ state: 'done' }), 'taken-care-of')

export async function takeBack(work: Work, fields: Fields) {
	const { c, ctx } = work
	const item = requireItem(fields)
	const gone = await takeBackChoice(ctx, item, fields.seen ?? '')
	if (!gone) return c.redirect(DECIDED, 303)
	const object = objectOf({ userId: gone.user_id, object: item.object })
	await recordAction(work, ctx.db, { action: 'queue_decision_taken_back', object, before: { what: item.kind, state: gone.state } })
	return c.redirect(`${places.today}?said=taken-back`, 303)
}
