import { html } from 'hono/html'

import { showPage } from '#server/console/shell/page.ts'
import { older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'

const PAGE_SIZE = 50

const present = (value: unknown) => (value === null ? '–' : html`<code>${JSON.stringify(value)}</code>`)

/** What was done in the console, newest first: who, what, why, before and after. */
export async function showActions(work: Work) {
	const {
		c,
		ctx: { db },
	} = work
	const before = new Date(c.req.query('before') ?? Number.NaN)
	const rows = await db
		.selectFrom('operator_actions as done')
		.leftJoin('auth.users as account', 'account.id', 'done.actor_id')
		.select([
			'done.created_at',
			'done.role',
			'done.action',
			'object_kind',
			'object_id',
			'reason',
			'done.before',
			'done.after',
			'account.email',
		])
		.$if(!Number.isNaN(before.getTime()), (query) => query.where('done.created_at', '<', before))
		.orderBy('done.created_at', 'desc')
		.orderBy('done.id', 'desc')
		.limit(PAGE_SIZE)
		.execute()
	const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
	const content = html`<p>
			Each change that somebody made in this console, with its reason. No one can change or delete an entry; deleting a person’s data
			removes what was written about them.
		</p>
		${table({
			caption: 'Activity log',
			head: ['When', 'Who', 'What', 'Of', 'Reason', 'Before', 'After'],
			rows: rows.map((row) => [
				when(row.created_at),
				`${row.email ?? 'a deleted account'} (${row.role})`,
				row.action.replaceAll('_', ' '),
				`${row.object_kind} ${row.object_id}`,
				row.reason ?? '–',
				present(row.before),
				present(row.after),
			]),
			empty: 'Nothing was done yet.',
		})}
		${older(last ? `${places.actions}?before=${encodeURIComponent(last.created_at.toISOString())}` : null)}`
	return showPage(work, { title: 'Activity log', content })
}
