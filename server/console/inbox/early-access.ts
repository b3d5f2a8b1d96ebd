import { html } from 'hono/html'

import type { Html } from '#server/console/shell/page.ts'
import { folded, form, table } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { countWishes, openToWishes, type Wishes } from '#server/services/people/leads/tell-early-access.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`)

function tellForm(work: Work, { moduleId, title, waiting }: Wishes): Html | string {
	if (title === null) return 'It has no lesson yet'
	if (waiting === 0 || work.by.role !== 'operator') return '–'
	return folded(
		'Tell them',
		form(work, {
			action: `${places.earlyAccess}/${moduleId}`,
			label: `Write to ${people(waiting)}`,
			hidden: { count: String(waiting) },
			isGuarded: true,
			note: 'Everybody gets one email saying that there is something to see. The emails go out in the daytime and cannot be called back.',
		}),
	)
}

/** Who waits for which module, and the one mail that they were promised. */
export const showWishes = async (work: Work): Promise<Html> =>
	html`${table({
		caption: 'Modules people are waiting for',
		head: ['Module', 'Wait', 'Being told', 'Tell them'],
		rows: (await countWishes(work.ctx.content, work.ctx.db)).map((wishes) => [
			wishes.title === null ? wishes.moduleId : `${wishes.moduleId}: ${wishes.title}`,
			wishes.waiting,
			wishes.due,
			tellForm(work, wishes),
		]),
		empty: 'Nobody is waiting for a module.',
	})}`

export async function tell(work: Work, fields: Readonly<Record<string, string>>) {
	const moduleId = Number(work.c.req.param('module'))
	const count = Number(fields.count)
	await inTransaction(work.ctx.db, async (tx) => {
		await openToWishes(work.ctx, tx, { moduleId, count })
		await recordAction(work, tx, { action: 'early_access_told', object: { kind: 'letter', id: `module-${moduleId}` }, after: { count } })
	})
	return work.c.redirect(`${places.earlyAccess}?said=early-access-told`, 303)
}
