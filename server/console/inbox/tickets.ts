import { html } from 'hono/html'
import { sql } from 'kysely'

import { CONTACT_CATEGORIES, type ContactCategory } from '#domain/support/categories.ts'
import { describePromises } from '#server/console/shell/describe-promises.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, older, table, toDistance, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'
import { isUuid } from '#server/db/uuid.ts'
import { readPromises } from '#server/services/people/support/work-on-letter.ts'

import { tabs } from './tabs.ts'

const PAGE_SIZE = 50
const HOUR_MS = 3_600_000
const STATES = ['open', 'answered', 'closed'] as const
type State = (typeof STATES)[number]

export const CATEGORY_NAMES: Record<ContactCategory, string> = {
	general: 'General',
	terms: 'Terms',
	privacy: 'Privacy',
	guardian: 'Guardian consent',
}

type Asked = { state: State; category: ContactCategory | null; cursor: string | null }

function readAsked({ c }: Work): Asked {
	const cursor = c.req.query('before') ?? ''
	return {
		state: STATES.find((each) => each === c.req.query('state')) ?? 'open',
		category: CONTACT_CATEGORIES.find((each) => each === c.req.query('category')) ?? null,
		cursor: isUuid(cursor) ? cursor : null,
	}
}

/** Open ones by the time of their answer, the others newest first. The cursor is the last row of the page before. */
export function listTickets({ ctx: { db } }: Pick<Work, 'ctx'>, { state, category, cursor }: Asked) {
	const by = state === 'open' ? 'due_at' : 'created_at'
	const direction = state === 'open' ? 'asc' : 'desc'
	const place = sql.ref(`ticket.${by}`)
	const comes = state === 'open' ? sql`>` : sql`<`
	return (
		db
			.selectFrom('support_tickets as ticket')
			.leftJoin('auth.users as assignee', 'assignee.id', 'ticket.assigned_to')
			.select(['ticket.id', 'category', 'subject', 'name', 'ticket.email', 'due_at', 'answered_at', 'ticket.created_at'])
			.select('assignee.email as assignee')
			// The index of the open ones is used for a literal alone.
			.where(state === 'open' ? sql<boolean>`status = 'open'` : sql<boolean>`status = ${state}`)
			.$if(category !== null, (query) => query.where(sql<boolean>`category = ${category}`))
			.$if(cursor !== null, (query) =>
				query.where(
					sql<boolean>`(${place}, ticket.id) ${comes} ((select ${sql.ref(by)} from support_tickets where id = ${cursor}), ${cursor}::uuid)`,
				),
			)
			.orderBy(`ticket.${by}`, direction)
			.orderBy('ticket.id', direction)
			.limit(PAGE_SIZE)
	)
}

type Row = Awaited<ReturnType<ReturnType<typeof listTickets>['execute']>>[number]

const option = (value: string, label: string, chosen: string): Html =>
	html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${label}</option>`

const filter = ({ state, category }: Asked): Html =>
	html`<form method="get" action="${places.tickets}" class="choices">
		<div class="field">
			<label for="state">State</label>
			<select id="state" name="state">
				${STATES.map((each) => option(each, `${each.charAt(0).toUpperCase()}${each.slice(1)}`, state))}
			</select>
		</div>
		<div class="field">
			<label for="category">About</label>
			<select id="category" name="category">
				${option('', 'Everything', category ?? '')} ${CONTACT_CATEGORIES.map((each) => option(each, CATEGORY_NAMES[each], category ?? ''))}
			</select>
		</div>
		<button>Show</button>
	</form>`

function clockOf({ due_at: dueAt, answered_at: answeredAt }: Row, { state }: Asked, now: Date): Html | string {
	if (state !== 'open') return answeredAt === null ? 'without an answer' : html`answered ${when(answeredAt)}`
	const left = dueAt.getTime() - now.getTime()
	const tone = left <= 0 ? 'bad' : left < 24 * HOUR_MS ? 'warn' : 'calm'
	return html`${badge(`${left <= 0 ? 'was due' : 'due'} ${toDistance(dueAt, now)}`, tone)}<br />${when(dueAt)}`
}

/** Messages that people wrote to us. */
export async function showTickets(work: Work) {
	const { ctx } = work
	const asked = readAsked(work)
	const rows = await listTickets(work, asked).execute()
	const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
	const next = new URLSearchParams({ state: asked.state, category: asked.category ?? '', before: last?.id ?? '' })
	const content = html`${tabs(work)}
		<p>${describePromises(await readPromises(ctx))}</p>
		${filter(asked)}
		${table({
			caption: 'Messages',
			head: ['Message', 'From', 'About', asked.state === 'open' ? 'Answer' : 'Outcome', 'With', 'Arrived'],
			rows: rows.map((row) => [
				html`<a href="${places.tickets}/${row.id}">${row.subject}</a>`,
				html`${row.name}<br /><small>${row.email}</small>`,
				badge(CATEGORY_NAMES[row.category as ContactCategory]),
				clockOf(row, asked, ctx.now()),
				row.assignee ?? '–',
				when(row.created_at),
			]),
			empty: asked.state === 'open' ? 'Nobody waits for an answer.' : 'There are none.',
		})}
		${older(last ? `${places.tickets}?${next.toString()}` : null)}`
	return showPage(work, { title: 'Inbox', content })
}
