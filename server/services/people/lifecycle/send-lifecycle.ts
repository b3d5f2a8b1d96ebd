import { sql } from 'kysely'

import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMany } from '#server/services/messaging/outbox/enqueue-many.ts'
import { composeLetter } from '#server/services/people/letters/letter-mail.ts'
import { hadLetterThisWeek } from '#server/services/people/letters/letter-week.ts'
import { unsubscribeUrl } from '#server/services/people/newsletter/newsletter-mails.ts'
import { unsubscribeToken } from '#server/services/people/newsletter/subscription-tokens.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { type Rule, RULES } from './rules.ts'
import { listRulesOn } from './switch-rule.ts'

const MOST = 500

async function sendRule(ctx: ServiceContext, tx: Tx, { rule, room }: { rule: Rule; room: number }): Promise<number> {
	const now = ctx.now()
	// Locked and looked at again: two processes at once write to a person once.
	const { rows } = await sql<{ id: string; email: string }>`select s.id, s.email from newsletter_subscriptions s
		where s.status = 'confirmed' and s.covers_letters and not ${hadLetterThisWeek(now)} and ${rule.applies(now)}
			and not exists (select from outbox_messages m where m.dedupe_key = 'lifecycle:' || ${rule.name} || ':' || s.id)
		order by s.id limit ${Math.min(room, MOST)} for no key update of s skip locked`.execute(tx)
	if (rows.length === 0) return 0
	const compose = composeLetter(ctx.config, rule.text)
	const mails = await Promise.all(
		rows.map(async ({ id, email }) => ({
			channel: 'email' as const,
			to: email,
			...compose(unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, id))),
			dedupeKey: `lifecycle:${rule.name}:${id}`,
		})),
	)
	const queued = await enqueueMany(ctx, tx, mails)
	await sql`update newsletter_subscriptions set last_letter_at = ${now} where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
	return queued
}

/** Writes what the rules that are on have due, each to a person once, and together with letters one a week at most. */
export async function sendLifecycle(ctx: ServiceContext, room: number): Promise<number> {
	await loadSecrets(ctx)
	const on = await listRulesOn(ctx.db)
	let sent = 0
	for (const rule of RULES) {
		const left = room - sent
		if (left > 0 && on.has(rule.name)) sent += await inTransaction(ctx.db, (tx) => sendRule(ctx, tx, { rule, room: left }))
	}
	return sent
}
