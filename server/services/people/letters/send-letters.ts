import { sql } from 'kysely'

import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { inSegment } from '#server/services/people/newsletter/segment.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { hadLetterThisWeek } from './letter-week.ts'
import type { LetterRow } from './letters.ts'
import { queueCopies } from './queue-copies.ts'
import { toSegment } from './stored-segment.ts'

const BATCH = 1000

/** Takes a letter that is due for this batch; another process passes it by. */
async function take(ctx: ServiceContext, tx: Tx): Promise<LetterRow | undefined> {
	const now = ctx.now()
	const letter = await tx
		.selectFrom('newsletter_letters')
		.selectAll()
		.where('state', 'in', ['scheduled', 'sending'])
		.where('starts_at', '<=', now)
		.orderBy('starts_at')
		.orderBy('id')
		.limit(1)
		.forUpdate()
		.skipLocked()
		.executeTakeFirst()
	if (letter?.state !== 'scheduled') return letter
	const begun = { state: 'sending', started_at: now, changed_at: now } as const
	await tx.updateTable('newsletter_letters').set(begun).where('id', '=', letter.id).execute()
	return { ...letter, ...begun }
}

/** The next readers in the order of their subscriptions; who joined after the beginning is not among them. */
async function readNext(tx: Tx, { letter, limit, now }: { letter: LetterRow; limit: number; now: Date }) {
	const { rows } = await sql<{ id: string; email: string; had_one: boolean }>`
		select s.id, s.email, ${hadLetterThisWeek(now)} as had_one from newsletter_subscriptions s
		where s.status = 'confirmed' and s.covers_letters and s.confirmed_at <= ${letter.started_at ?? now}
			and s.id > ${letter.after_id ?? '00000000-0000-0000-0000-000000000000'}::uuid and ${inSegment(toSegment(letter.segment))}
		order by s.id limit ${limit} for no key update of s`.execute(tx)
	return rows
}

/** Queues one batch of one letter. @returns how many were looked at; null when no letter is due */
async function sendBatch(ctx: ServiceContext, tx: Tx, room: number): Promise<number | null> {
	const letter = await take(ctx, tx)
	if (!letter) return null
	const now = ctx.now()
	const limit = Math.min(BATCH, room)
	const next = await readNext(tx, { letter, limit, now })
	const readers = next.filter((reader) => !reader.had_one)
	const queued = await queueCopies(ctx, tx, { text: letter, readers, cause: `letter:${letter.id}`, letterId: letter.id })
	await tx
		.updateTable('newsletter_letters')
		.set({
			queued: letter.queued + queued,
			after_id: next.at(-1)?.id ?? letter.after_id,
			...(next.length < limit && { state: 'sent', ended_at: now, changed_at: now }),
		})
		.where('id', '=', letter.id)
		.execute()
	return next.length
}

/**
 * Queues letters that are due, batch by batch, each in a transaction of its own: whatever ends the process, the next run goes on where
 * the last batch ended.
 * @param room how many readers at most
 * @returns how many were looked at
 */
export async function sendLetters(ctx: ServiceContext, room: number): Promise<number> {
	// Before the transactions: a key that is loaded inside one would wait for another connection.
	await loadSecrets(ctx)
	let looked = 0
	while (looked < room) {
		const left = room - looked
		const batch = await inTransaction(ctx.db, (tx) => sendBatch(ctx, tx, left))
		if (batch === null) break
		looked += batch
	}
	return looked
}
