import { sql } from 'kysely'

import { CONTACT_CATEGORIES, type ContactCategory } from '#domain/support/categories.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { describePromises } from '#server/console/shell/describe-promises.ts'
import { type Asked, readAsked, readListView, type SortColumns, sorted, toSortedPage } from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { readPromises } from '#server/services/people/support/change-ticket.ts'

import { findTickets } from './find-tickets.ts'

const STATES = ['open', 'answered', 'closed'] as const

const RECEIVED: SortColumns = { received: { by: sql`ticket.created_at`, kind: 'time' } }
const OPEN_SORTS: SortColumns = { ...RECEIVED, due: { by: sql`ticket.due_at`, kind: 'time' } }

type AskedTickets = Asked & { state: (typeof STATES)[number]; category: ContactCategory | null }

/** Reads the URL parameters of the list. By default, open tickets are sorted by due time, closed ones newest first. */
export function readAskedTickets(params: URLSearchParams): AskedTickets {
	const state = STATES.find((each) => each === params.get('state')) ?? 'open'
	const category = CONTACT_CATEGORIES.find((each) => each === params.get('category')) ?? null
	return { state, category, ...(state === 'open' ? readAsked(params, OPEN_SORTS, 'due') : readAsked(params, RECEIVED, '-received')) }
}

export const listTickets = ({ ctx: { db } }: Pick<ConsoleRequest, 'ctx'>, { state, category, ...asked }: AskedTickets) =>
	sorted(
		db
			.selectFrom('support_tickets as ticket')
			.leftJoin('auth.users as assignee', 'assignee.id', 'ticket.assigned_to')
			.select(['ticket.id', 'category', 'subject', 'name', 'ticket.email', 'status', 'due_at', 'answered_at', 'ticket.created_at'])
			.select('assignee.email as assignee')
			// A literal: PostgreSQL can't use the partial index on open tickets with a parameter.
			.where(state === 'open' ? sql<boolean>`status = 'open'` : sql<boolean>`status = ${state}`)
			.$if(category !== null, (query) => query.where(sql<boolean>`category = ${category}`)),
		asked,
		sql`ticket.id`,
	)

export async function readTickets(request: ConsoleRequest) {
	const { ctx } = request
	const asked = readAskedTickets(request.url.searchParams)
	const view = await readListView(request, 'tickets')
	const typed = readQuery(request.url.searchParams.get('q') ?? undefined)
	const shown = {
		view,
		asked: { typed, state: asked.state, category: asked.category ?? '' },
		promises: describePromises(await readPromises(ctx)),
		now: ctx.now(),
	}
	if (typed !== '') return { ...shown, tickets: await findTickets(ctx.db, typed), sort: null, next: null }
	const { rows, next } = toSortedPage(await listTickets(request, { ...asked, limit: view.pageRows + 1 }).execute(), { size: view.pageRows })
	return { ...shown, tickets: rows, sort: asked.sort.name, next }
}
