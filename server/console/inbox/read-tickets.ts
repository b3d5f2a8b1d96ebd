import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import { CONTACT_CATEGORIES, type ContactCategory } from '#domain/support/categories.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { describeReplyStatistics } from '#server/console/shell/describe-reply-statistics.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import {
	type ListRequest,
	readListRequest,
	readListView,
	readSortedPage,
	type SortColumns,
	applySort,
	sortSearchResults,
} from '#server/console/shell/lists.ts'
import {
	beginsWith,
	inPrefixOrder,
	sqlNamePrefixes,
	readQuery,
	SHORT_REFERENCE,
	toNamePrefix,
	UUID_PATTERN,
} from '#server/console/shell/look-up.ts'
import type { Db } from '#server/db/database.ts'
import { readReplyStatistics } from '#server/services/people/support/change-ticket.ts'

const MAX_FOUND = 20

const byEmail = sql<string>`ticket.email`

/** Finds tickets by ID or its last eight digits, or by the start of the sender's address, name or last name. */
export async function findTickets(db: Db, typed: string) {
	const tickets = db
		.selectFrom('support_tickets as ticket')
		.leftJoin('auth.users as assignee', 'assignee.id', 'ticket.assigned_to')
		.select(['ticket.id', 'name', 'ticket.email', 'category', 'subject', 'status', 'due_at', 'answered_at', 'ticket.created_at'])
		.select('assignee.email as assignee')
		.limit(MAX_FOUND)
	if (UUID_PATTERN.test(typed)) return tickets.where('ticket.id', '=', typed.toLowerCase()).execute()
	const short = SHORT_REFERENCE.exec(typed)?.[1]
	const found = short === undefined ? [] : await tickets.where(sql<boolean>`right(ticket.id::text, 8) = ${short.toLowerCase()}`).execute()
	if (found.length > 0) return found
	const text = typed.toLowerCase()
	const ofEmail = await tickets.where(beginsWith(byEmail, text)).orderBy(inPrefixOrder(byEmail)).execute()
	if (text.includes('@')) return ofEmail
	const ofName = []
	for (const by of sqlNamePrefixes(sql`name`))
		ofName.push(
			...(await tickets
				.where(beginsWith(by, toNamePrefix(text)))
				.orderBy(inPrefixOrder(by))
				.execute()),
		)
	return [...new Map([...ofEmail, ...ofName].map((ticket) => [ticket.id, ticket])).values()].slice(0, MAX_FOUND)
}

const STATES = ['open', 'answered', 'closed'] as const

const RECEIVED: SortColumns = { received: { by: sql`ticket.created_at`, kind: 'time' } }
const OPEN_SORTS: SortColumns = { ...RECEIVED, due: { by: sql`ticket.due_at`, kind: 'time' } }

type TicketsRequest = ListRequest & { state: (typeof STATES)[number]; category: ContactCategory | null }

/** Reads the URL parameters of the list. By default, open tickets are sorted by due time, closed ones newest first. */
export function readTicketsRequest(params: URLSearchParams): TicketsRequest {
	const state = STATES.find((each) => each === params.get('state')) ?? 'open'
	const category = CONTACT_CATEGORIES.find((each) => each === params.get('category')) ?? null
	return {
		state,
		category,
		...(state === 'open' ? readListRequest(params, OPEN_SORTS, 'due') : readListRequest(params, RECEIVED, '-received')),
	}
}

export const listTickets = ({ ctx: { db } }: Pick<ConsoleRequest, 'ctx'>, { state, category, ...listRequest }: TicketsRequest) =>
	applySort(
		db
			.selectFrom('support_tickets as ticket')
			.leftJoin('auth.users as assignee', 'assignee.id', 'ticket.assigned_to')
			.select(['ticket.id', 'category', 'subject', 'name', 'ticket.email', 'status', 'due_at', 'answered_at', 'ticket.created_at'])
			.select('assignee.email as assignee')
			// Use a literal, because PostgreSQL can't use the partial index on open tickets with a parameter.
			.where(state === 'open' ? sql<boolean>`status = 'open'` : sql<boolean>`status = ${state}`)
			.$if(category !== null, (query) => query.where(sql<boolean>`category = ${category}`)),
		listRequest,
		sql`ticket.id`,
	)

const TICKET_KEYS = { received: (row: Row) => row.created_at }

const sortFoundTickets = (found: readonly Row[], params: URLSearchParams) =>
	sortSearchResults(found, params, { keys: TICKET_KEYS, usual: '-received', isCut: found.length >= MAX_FOUND })

export async function readTickets(request: ConsoleRequest) {
	const { ctx } = request
	const listRequest = readTicketsRequest(request.url.searchParams)
	const view = await readListView(request, 'tickets')
	const typed = readQuery(request.url.searchParams.get('q') ?? undefined)
	const shown = {
		view,
		filters: { typed, state: listRequest.state, category: listRequest.category ?? '' },
		replyStatistics: describeReplyStatistics(await readReplyStatistics(ctx)),
		now: ctx.now(),
	}
	if (typed !== '') {
		const { rows, sort } = sortFoundTickets(await findTickets(ctx.db, typed), request.url.searchParams)
		return { ...shown, tickets: rows, sort, next: null, total: null }
	}
	const list = (part: ListRequest) => listTickets(request, { ...listRequest, ...part })
	const { rows, next, total } = await readSortedPage(ctx.db, list, { ...listRequest, limit: view.pageRows + 1 })
	return { ...shown, tickets: rows, sort: listRequest.sort.name, next, total }
}

type Row = Omit<Awaited<ReturnType<ReturnType<typeof listTickets>['execute']>>[number], 'place'>

export const ticketFile = exportList<Row>(consolePaths.tickets, {
	kind: 'ticket',
	columns: [
		['ticket', (row) => row.id],
		['subject', (row) => row.subject, 'ticket'],
		['about', (row) => row.category, 'ticket'],
		['name', (row) => row.name, 'from'],
		['email', (row) => row.email, 'from'],
		['answer due', (row) => formatTime(row.due_at), 'due'],
		['answered', (row) => formatTime(row.answered_at), 'due'],
		['assigned to', (row) => row.assignee ?? ''],
		['received', (row) => formatTime(row.created_at)],
	],
	openSource(ctx, params) {
		const { state, category, sort } = readTicketsRequest(params)
		const typed = readQuery(params.get('q') ?? undefined)
		if (typed !== '')
			return { sort: null, filters: { search: true }, read: async () => sortFoundTickets(await findTickets(ctx.db, typed), params).rows }
		const read = (listRequest: Parameters<typeof listTickets>[1]) => listTickets({ ctx }, listRequest).execute()
		return { sort, filters: { state, category: category ?? '' }, read: (listRequest) => read({ ...listRequest, state, category }) }
	},
})
