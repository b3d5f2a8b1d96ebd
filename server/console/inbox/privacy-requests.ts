import { html } from 'hono/html'

import { showPage } from '#server/console/shell/page.ts'
import { badge, table, toDistance, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'

import { tabs } from './tabs.ts'

const MOST = 200

/** The index of the open ones gives them in this order. */
const listOpen = ({ ctx: { db } }: Work) =>
	db
		.selectFrom('privacy_requests')
		.select(['id', 'kind', 'user_id', 'asked_at', 'due_at', 'erases_at'])
		.where('answered_at', 'is', null)
		.orderBy('due_at')
		.limit(MOST)
		.execute()

/** What people asked for on the site about their data: the server answers these by itself, and a late one stands on top. */
export async function showPrivacyRequests(work: Work) {
	const now = work.ctx.now()
	const rows = await listOpen(work)
	const content = html`${tabs(work)}
		<p>
			Copies and deletions that people asked for on the site. The server does both by itself; look at one that is late. Questions about
			privacy are among the messages.
		</p>
		${table({
			caption: 'Privacy requests',
			head: ['Asked for', 'By', 'Asked', 'Due', 'Deleted'],
			rows: rows.map((row) => [
				row.kind === 'erase' ? 'deletion' : 'a copy',
				row.user_id === null ? 'an address without an account' : html`<a href="${places.learners}/${row.user_id}">the account</a>`,
				when(row.asked_at),
				badge(toDistance(row.due_at, now), row.due_at <= now ? 'bad' : 'calm'),
				row.erases_at === null ? '–' : html`${when(row.erases_at)} (${toDistance(row.erases_at, now)})`,
			]),
			empty: 'Nobody is waiting for a copy or a deletion.',
		})}
		${rows.length === MOST ? html`<p class="note">The ${MOST} that are due first.</p>` : ''}`
	return showPage(work, { title: 'Privacy requests', content })
}
