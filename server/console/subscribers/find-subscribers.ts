import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import type { SubscriptionStatus } from '#domain/newsletter/decide-mail.ts'
import { type CsvColumns, exportList, formatTime, idsOf } from '#server/console/shell/export-list.ts'
import {
	type ListRequest,
	PAGE_SIZE,
	readListRequest,
	readSortedPage,
	type SortColumns,
	applySort,
	sortSearchResults,
	toCursor,
	toSortedPage,
	writeSort,
} from '#server/console/shell/lists.ts'
import { firstWithPrefix, inPrefixOrder, partsOf, readQuery } from '#server/console/shell/look-up.ts'
import type { Db } from '#server/db/database.ts'
import { segmentCondition, type Segment } from '#server/services/people/newsletter/segment.ts'

import { readSegment } from './segment-form.ts'

/** Maximum subscribers scanned for one page, even if few of them are in the segment. */
const MAX_EXAMINED = 2000

/** Subscription states, in the order of the console's filter. */
export const SUBSCRIPTION_STATES = ['pending', 'confirmed', 'unsubscribed', 'suppressed'] as const satisfies readonly SubscriptionStatus[]

export const parseSubscriptionState = (text: string | null | undefined) => SUBSCRIPTION_STATES.find((each) => each === text) ?? null

export type ListedSubscriber = {
	id: string
	email: string
	status: SubscriptionStatus
	covers_newsletters: boolean
	source: string
	requested_at: Date
	confirmed_at: Date | null
	created_at: Date
}

const columns = sql`s.id, s.email, s.status, s.covers_newsletters, s.source, s.requested_at, s.confirmed_at, s.created_at`

export const SUBSCRIBER_SORTS: SortColumns = {
	added: { by: sql`created_at`, kind: 'time' },
	email: { by: sql`email collate "C"`, kind: 'text' },
}

const selectSubscribers = (db: Db, status: SubscriptionStatus | null) =>
	db
		.selectFrom('newsletter_subscriptions')
		.select(['id', 'email', 'status', 'covers_newsletters', 'source', 'requested_at', 'confirmed_at', 'created_at'])
		.$if(status !== null, (query) => query.where('status', '=', status as SubscriptionStatus))

type SubscribersRequest = ListRequest & { status: SubscriptionStatus | null; segment: Segment }

/** @returns `next`: null after the last page; `total`: as in `readSortedPage`, null with a segment */
export async function listSubscribers(
	db: Db,
	{ status, segment, ...listRequest }: SubscribersRequest,
): Promise<{ rows: ListedSubscriber[]; next: string | null; total: number | null }> {
	if (Object.values(segment).every((each) => each === undefined)) {
		const list = (part: ListRequest) => applySort(selectSubscribers(db, status), part, sql`id`)
		return readSortedPage(db, list, listRequest)
	}
	const { place, isAfter, order, reverse } = writeSort(listRequest, sql`id`)
	const examined = sql`select * from newsletter_subscriptions
		where ${isAfter} and ${status === null ? sql`true` : sql`status = ${status}`}
		order by ${order} limit ${MAX_EXAMINED + 1}`
	const { rows } = await sql<ListedSubscriber & { place: string; is_in: boolean; examined: number }>`
		with examined as materialized (${examined}),
			s as materialized (select *, ${place} as place from examined order by ${order} limit ${MAX_EXAMINED}),
			hits as (select ${columns}, s.place from s where ${segmentCondition(segment, 'few')} order by ${order} limit ${listRequest.limit ?? PAGE_SIZE + 1})
		select * from (
			select hits.*, true as is_in, 0 as examined from hits
			union all
			(select ${columns}, s.place, false, (select count(*) from examined)::int from s order by ${reverse} limit 1)) as found
		order by ${order}`.execute(db)
	const end = rows.find(({ is_in: isIn }) => !isIn)
	const hits = rows.filter(({ is_in: isIn }) => isIn)
	const page = toSortedPage(hits, {
		size: (listRequest.limit ?? PAGE_SIZE + 1) - 1,
		rest: end && end.examined > MAX_EXAMINED ? toCursor(end) : null,
	})
	return { ...page, total: null }
}

/** Finds subscribers by prefix of the address or of a part of it, sorted by address. Those with exactly this local part come first. */
export async function findSubscribers(db: Db, typed: string): Promise<ListedSubscriber[]> {
	const email = sql<string>`email`
	const text = typed.toLowerCase()
	const ways = [
		[email, `${text}@`] as const,
		[email, text] as const,
		...partsOf(email).map((part) => [part, text.replace(/^@/, '')] as const),
	]
	const found = ways.map(
		([by, prefix]) => sql`(select id from newsletter_subscriptions ${firstWithPrefix(by, { prefix, limit: PAGE_SIZE })})`,
	)
	const { rows } = await sql<ListedSubscriber>`select ${columns} from newsletter_subscriptions s
		where s.id in (${sql.join(found, sql` union `)}) order by starts_with(s.email, ${`${text}@`}) desc, ${inPrefixOrder(sql`s.email`)} limit ${PAGE_SIZE}`.execute(
		db,
	)
	return rows
}

const SUBSCRIBER_KEYS = { added: (row: ListedSubscriber) => row.created_at, email: (row: ListedSubscriber) => row.email }

export const sortFoundSubscribers = (found: readonly ListedSubscriber[], params: URLSearchParams) =>
	sortSearchResults(found, params, { keys: SUBSCRIBER_KEYS, usual: '-added', isCut: found.length >= PAGE_SIZE })

export async function countSubscribers(db: Db, segment: Segment): Promise<Readonly<Record<SubscriptionStatus, number>>> {
	const { rows } = await sql<{ status: SubscriptionStatus; count: number }>`
		select s.status, count(*)::int as count from newsletter_subscriptions s where ${segmentCondition(segment)} group by 1`.execute(db)
	const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
	return { pending: 0, confirmed: 0, unsubscribed: 0, suppressed: 0, ...counts }
}

type Row = {
	id: string
	place: string
	email: string
	first_name: string | null
	status: SubscriptionStatus
	covers_newsletters: boolean
	requested_at: Date
	source: string
	consent_text: string | null
	confirmed_at: Date | null
	unsubscribed_at: Date | null
	ended_by: string | null
	created_at: Date
}

/** Columns of the export. Proof of consent is in it even if the list hides its columns. */
export const SUBSCRIBER_COLUMNS: CsvColumns<Row> = [
	['address', (row) => row.email],
	['first name', (row) => row.first_name ?? '', 'address'],
	['state', (row) => row.status],
	['newsletters', (row) => (row.covers_newsletters ? 'yes' : 'no'), 'state'],
	['asked', (row) => formatTime(row.requested_at), 'address'],
	['where', (row) => row.source, 'source'],
	['words', (row) => row.consent_text ?? '', 'address'],
	['confirmed', (row) => formatTime(row.confirmed_at), 'address'],
	['ended', (row) => formatTime(row.unsubscribed_at), 'state'],
	['ended by', (row) => row.ended_by ?? '', 'state'],
	['added', (row) => formatTime(row.created_at)],
]

type Shown = {
	segment: Segment
	status: SubscriptionStatus | null
	/** Restricts the export to these subscribers, found by a search. */ ids?: readonly string[]
}

function selectProofs({ segment, status, ids }: Shown, listRequest: ListRequest) {
	const { place, isAfter, order } = writeSort(listRequest, sql`id`)
	return sql<Row>`
		select s.id, email, first_name, status, covers_newsletters, requested_at, source, consent_text, confirmed_at, unsubscribed_at, ended_by, created_at, ${place} as place
		from newsletter_subscriptions s
		where ${isAfter} and ${ids ? sql`s.id = any(${ids}::uuid[])` : sql`true`}
			and ${status === null ? sql`true` : sql`s.status = ${status}`} and ${segmentCondition(segment)}
		order by ${order} limit ${listRequest.limit}`
}

export const readProofs = async (db: Db, shown: Shown, listRequest: ListRequest): Promise<Row[]> =>
	(await selectProofs(shown, listRequest).execute(db)).rows

export const subscriberFile = exportList<Row>(consolePaths.subscribers, {
	kind: 'subscription',
	columns: SUBSCRIBER_COLUMNS,
	async openSource({ db, content }, params) {
		const typed = readQuery(params.get('q') ?? undefined)
		const status = parseSubscriptionState(params.get('state'))
		const { segment, words } = await readSegment(content, (name) => params.get(name))
		if (typed !== '') {
			// A search ignores the other filters, as on the page.
			const ids = (await findSubscribers(db, typed)).map(({ id }) => id)
			const { sort } = readListRequest(params, SUBSCRIBER_SORTS, '-added')
			return { sort, filters: { search: true }, read: (listRequest) => readProofs(db, { segment: {}, status: null, ids }, listRequest) }
		}
		const { sort } = readListRequest(params, SUBSCRIBER_SORTS, '-added')
		return {
			sort,
			filters: { ...words, state: status ?? '' },
			read: (listRequest) => readProofs(db, { segment, status }, listRequest),
			readIds: (listRequest) => idsOf(db, selectProofs({ segment, status }, listRequest)),
		}
	},
})
