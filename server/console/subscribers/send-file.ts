import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import type { SubscriptionStatus } from '#domain/newsletter/decide-mail.ts'
import { type CsvColumns, exportList, formatTime, idsOf } from '#server/console/shell/export-list.ts'
import { type Asked, readAsked, writeSort } from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import type { Db } from '#server/db/database.ts'
import { inSegment, type Segment } from '#server/services/people/newsletter/segment.ts'

import { readSegment } from './asked-segment.ts'
import { findSubscribers, readState, SUBSCRIBER_SORTS } from './find-subscribers.ts'

type Row = {
	id: string
	place: string
	email: string
	first_name: string | null
	status: SubscriptionStatus
	requested_at: Date
	source: string
	consent_text: string | null
	confirmed_at: Date | null
	unsubscribed_at: Date | null
	ended_by: string | null
	created_at: Date
}

export const SUBSCRIBER_COLUMNS: CsvColumns<Row> = [
	['address', (row) => row.email],
	['first name', (row) => row.first_name ?? '', 'address'],
	['state', (row) => row.status],
	['asked', (row) => formatTime(row.requested_at), 'requested'],
	['where', (row) => row.source, 'source'],
	['words', (row) => row.consent_text ?? '', 'requested'],
	['confirmed', (row) => formatTime(row.confirmed_at)],
	['ended', (row) => formatTime(row.unsubscribed_at), 'state'],
	['ended by', (row) => row.ended_by ?? '', 'state'],
	['added', (row) => formatTime(row.created_at)],
]

type Shown = {
	segment: Segment
	status: SubscriptionStatus | null
	/** Restricts the export to these subscribers, found by a search. */ ids?: readonly string[]
}

function selectProofs({ segment, status, ids }: Shown, asked: Asked) {
	const { place, isAfter, order } = writeSort(asked, sql`id`)
	return sql<Row>`
		select s.id, email, first_name, status, requested_at, source, consent_text, confirmed_at, unsubscribed_at, ended_by, created_at, ${place} as place
		from newsletter_subscriptions s
		where ${isAfter} and ${ids ? sql`s.id = any(${ids}::uuid[])` : sql`true`}
			and ${status === null ? sql`true` : sql`s.status = ${status}`} and ${inSegment(segment)}
		order by ${order} limit ${asked.limit}`
}

export const readProofs = async (db: Db, shown: Shown, asked: Asked): Promise<Row[]> => (await selectProofs(shown, asked).execute(db)).rows

export const subscriberFile = exportList<Row>(consolePaths.subscribers, {
	kind: 'subscription',
	columns: SUBSCRIBER_COLUMNS,
	async ask({ db, content }, params) {
		const typed = readQuery(params.get('q') ?? undefined)
		const status = readState(params.get('state'))
		const { segment, words } = await readSegment(content, (name) => params.get(name))
		if (typed !== '') {
			// A search ignores the other filters and sorts by address, as on the page.
			const ids = (await findSubscribers(db, typed)).map(({ id }) => id)
			const { sort } = readAsked(new URLSearchParams(), SUBSCRIBER_SORTS, 'email')
			return { sort, filters: { search: true }, read: (asked) => readProofs(db, { segment: {}, status: null, ids }, asked) }
		}
		const { sort } = readAsked(params, SUBSCRIBER_SORTS, '-added')
		return {
			sort,
			filters: { ...words, state: status ?? '' },
			read: (asked) => readProofs(db, { segment, status }, asked),
			readIds: (asked) => idsOf(db, selectProofs({ segment, status }, asked)),
		}
	},
})
