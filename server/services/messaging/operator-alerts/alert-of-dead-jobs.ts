import { inTransaction, type Tx, countRows } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { ALERT_TEMPLATE } from './alert-mails.ts'
import { mailAlerts, recordAlerts } from './alert-operator.ts'
import { type DeadJob, listDeadJobs, formatDeadJobName } from './list-dead.ts'

const keyOf = ({ id }: Pick<DeadJob, 'id'>) => `dead:${id}`

/** Deletes a job's alert when the job is restarted, so that another failure is reported again. */
export const forgetDeadJobAlert = (tx: Tx, id: string) => tx.deleteFrom('operator_alerts').where('dedupe_key', '=', keyOf({ id })).execute()

/**
 * True if the operator should be alerted. Bounces of addresses that anyone can enter are ignored, except for emails to buyers. An
 * undelivered alert raises no further alert, because that wouldn't arrive either.
 */
const isForOperator = ({ name, status }: DeadJob) =>
	name !== ALERT_TEMPLATE && (status !== 'bounced' || name.startsWith('order.') || name.startsWith('refund.'))

const factsOf = ({ kind, id, name, status }: DeadJob) => ({ [kind]: name, id, status })

function summarize(dead: readonly DeadJob[]): string {
	const counts = new Map<string, number>()
	for (const job of dead) {
		const what = `${formatDeadJobName(job)} (${job.status})`
		counts.set(what, (counts.get(what) ?? 0) + 1)
	}
	return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ')
}

async function logUndeliveredAlerts(ctx: ServiceContext): Promise<void> {
	const undelivered = ctx.db
		.selectFrom('operator_alerts')
		.innerJoin('outbox_messages', 'outbox_messages.id', 'message_id')
		.where('state', '=', 'open')
		.where('outbox_messages.status', 'in', ['failed', 'bounced', 'suppressed', 'unknown'])
	const alerts = await countRows(undelivered)
	if (alerts > 0) ctx.log.error('alerts did not reach the operator: check OPERATOR_EMAIL', { alerts })
}

/**
 * Reports each failed job and email once. All findings of a run share one email.
 * @returns the number of new findings
 */
export async function alertOfDeadJobs(ctx: ServiceContext): Promise<number> {
	const dead = (await listDeadJobs(ctx)).filter(isForOperator)
	const alerts = dead.map((job) => ({ kind: 'dead_letters' as const, key: keyOf(job), facts: factsOf(job) }))
	const reported = await inTransaction(ctx.db, async (tx) => {
		const keys = await recordAlerts(ctx, tx, alerts)
		const fresh = dead.filter((job) => keys.includes(keyOf(job)))
		if (fresh.length > 0) await mailAlerts(ctx, tx, { keys, kind: 'dead_letters', facts: { givenUp: summarize(fresh) } })
		return fresh.length
	})
	await logUndeliveredAlerts(ctx)
	return reported
}
