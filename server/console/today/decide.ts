import { html } from 'hono/html'

import type { Html } from '#server/console/shell/page.ts'
import { form, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { type Choice, choose, listChosen, readChoosable, takeBackChoice } from '#server/services/operations/queue/queue-choices.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

type Fields = Readonly<Record<string, string>>

function requireItem(fields: Fields) {
	const item = readChoosable(fields)
	if (!item) throw new ServiceError('invalid', 'queue_item_unknown', 'This is nothing that stands in the queue. Nothing was changed.')
	return item
}

const objectOf = ({ userId, object }: { userId: string | null; object: string }) =>
	userId === null ? ({ kind: 'queue', id: object } as const) : ({ kind: 'account', id: userId } as const)

const DECIDED = `${places.root}?said=queue-was-decided`

const decided = (toChoice: (work: Work) => Choice, said: string) => async (work: Work, fields: Fields) => {
	const { c, ctx, by } = work
	const item = requireItem(fields)
	const choice = toChoice(work)
	if (!(await choose(ctx, ctx.db, { item, by: by.userId, choice }))) return c.redirect(DECIDED, 303)
	const after = { what: item.kind, state: choice.state, ...(choice.state === 'later' && { until: choice.until.toISOString() }) }
	await recordAction(work, ctx.db, { action: 'queue_item_decided', object: objectOf(item), after })
	return c.redirect(`${places.root}?said=${said}`, 303)
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
	return c.redirect(`${places.root}?said=taken-back`, 303)
}

const WORDS = { 'stands-still': 'stalled', 'failed-check': 'keeps failing a check' } as const

/** What was put off or taken care of lately, each with its way back. */
export async function showDecided(work: Work): Promise<Html | string> {
	const chosen = await listChosen(work.ctx)
	if (chosen.length === 0) return ''
	return html`<h2>Snoozed and done</h2>
		${table({
			caption: 'Recently handled',
			head: ['What', 'Decided', 'Comes back', 'Undo'],
			rows: chosen.map(({ kind, object, basis, user_id: userId, email, until, chosen_at: chosenAt }) => [
				userId === null ? WORDS[kind] : html`<a href="${places.learners}/${userId}">${email ?? userId.slice(-8)}</a> ${WORDS[kind]}`,
				when(chosenAt),
				until === null ? 'when something changes' : when(until),
				form(work, {
					action: places.queueBack,
					label: 'Undo',
					hidden: { kind, object, basis, seen: String(chosenAt.getTime()) },
					tone: 'quiet',
				}),
			]),
			empty: '',
		})}`
}
