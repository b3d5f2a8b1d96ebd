import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { type AlertFacts, type AlertKind, alertMail } from './alert-mails.ts'

export type OperatorAlert = {
	kind: AlertKind
	/** Deduplication key, unique across all kinds. The same key isn't reported again. */
	key: string
	facts: AlertFacts
}

/** @returns the keys of the new alerts */
export async function recordAlerts(ctx: ServiceContext, tx: Tx, alerts: readonly OperatorAlert[]): Promise<string[]> {
	if (alerts.length === 0) return []
	const rows = await tx
		.insertInto('operator_alerts')
		.values(alerts.map(({ kind, key, facts }) => ({ kind, dedupe_key: key, facts: JSON.stringify(facts), created_at: ctx.now() })))
		.onConflict((conflict) => conflict.column('dedupe_key').doNothing())
		.returning('dedupe_key')
		.execute()
	return rows.map((row) => row.dedupe_key)
}

export async function mailAlerts(
	ctx: ServiceContext,
	tx: Tx,
	mail: { keys: readonly string[]; kind: AlertKind; facts: AlertFacts },
): Promise<void> {
	const to = ctx.config.operatorEmail ?? ctx.content.site.supportEmail
	const messageId = await enqueueMessage(ctx, tx, { to, ...alertMail(ctx, mail.kind, mail.facts) })
	await tx.updateTable('operator_alerts').set({ message_id: messageId }).where('dedupe_key', 'in', mail.keys).execute()
}

/**
 * Emails the operator once per key. Call it in the transaction that causes the alert.
 * @returns true if the alert is new
 */
export async function alertOperator(ctx: ServiceContext, tx: Tx, alert: OperatorAlert): Promise<boolean> {
	const keys = await recordAlerts(ctx, tx, [alert])
	if (keys.length > 0) await mailAlerts(ctx, tx, { keys, kind: alert.kind, facts: alert.facts })
	return keys.length > 0
}
