import { sql } from 'kysely'

import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import type { SubscriptionStatus } from '#domain/newsletter/decide-mail.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import type { Db } from '#server/db/database.ts'
import { inSegment, type Segment } from '#server/services/people/newsletter/segment.ts'

import { readSegment } from './asked-segment.ts'
import { readState } from './find-subscribers.ts'

const BATCH = 5000
const HEAD = ['address', 'first name', 'state', 'asked', 'where', 'words', 'confirmed', 'ended', 'ended by'] as const

type Row = {
	id: string
	email: string
	first_name: string | null
	status: SubscriptionStatus
	requested_at: Date
	source: string
	asked_words: string | null
	confirmed_at: Date | null
	unsubscribed_at: Date | null
	ended_by: string | null
}

const iso = (time: Date | null) => time?.toISOString() ?? ''
const lineOf = (row: Row) =>
	csvLine([
		row.email,
		row.first_name ?? '',
		row.status,
		iso(row.requested_at),
		row.source,
		row.asked_words ?? '',
		iso(row.confirmed_at),
		iso(row.unsubscribed_at),
		row.ended_by ?? '',
	])

async function readBatch(db: Db, { segment, status }: { segment: Segment; status: SubscriptionStatus | null }, after: string) {
	const { rows } = await sql<Row>`
		select s.id, email, first_name, status, requested_at, source, asked_words, confirmed_at, unsubscribed_at, ended_by
		from newsletter_subscriptions s
		where s.id > ${after}::uuid and ${status === null ? sql`true` : sql`s.status = ${status}`} and ${inSegment(segment)}
		order by s.id limit ${BATCH}`.execute(db)
	return rows
}

/**
 * The file in pieces: each is read when the one before was taken, so that its length costs no memory. It begins with a byte order mark,
 * without which spreadsheets read UTF-8 as something else.
 */
export function writeSubscribers(db: Db, asked: Parameters<typeof readBatch>[1]): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder()
	let after = '00000000-0000-0000-0000-000000000000'
	return new ReadableStream(
		{
			start: (controller) => controller.enqueue(encoder.encode(CSV_START + csvLine(HEAD))),
			async pull(controller) {
				const rows = await readBatch(db, asked, after)
				if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(lineOf).join('')))
				after = rows.at(-1)?.id ?? after
				if (rows.length < BATCH) controller.close()
			},
		},
		{ highWaterMark: 1 },
	)
}

/** Every subscriber of a state and segment as CSV. */
export async function sendFile(work: Work, fields: Readonly<Record<string, string>>) {
	const { c, ctx, outside } = work
	const status = readState(fields.state)
	const { segment, words } = await readSegment(ctx.content, (name) => fields[name])
	await recordAction(work, ctx.db, {
		action: 'subscribers_exported',
		object: { kind: 'subscription', id: 'all' },
		after: { ...words, state: status ?? '' },
	})
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', `attachment; filename="subscribers-${ctx.now().toISOString().slice(0, 10)}.csv"`)
	return c.body(writeSubscribers(outside.db, { segment, status }))
}
