import { sql } from 'kysely'

import type { JobName, JobPayloads } from '#server/adapters/jobs/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { forgetDeadJobAlert } from './alert-of-dead-jobs.ts'

const RETRYABLE = ['failed', 'unknown', 'bounced', 'sending'] as const

async function retryMail(ctx: ServiceContext, tx: Tx, id: string): Promise<boolean> {
	const mail = await tx
		.updateTable('outbox_messages')
		.set({ status: 'queued', attempts: 0, unconfirmed_attempts: 0, claimed_by: null })
		.where('id', '=', id)
		.where('channel', '=', 'email')
		.where('status', 'in', RETRYABLE)
		.returning('id')
		.executeTakeFirst()
	if (mail) await ctx.jobs.enqueue(tx, { name: 'deliver-message', payload: { messageId: mail.id } })
	return mail !== undefined
}

async function retryJob(ctx: ServiceContext, tx: Tx, id: string): Promise<boolean> {
	const { rows } = await sql<{ name: JobName; data: JobPayloads[JobName] }>`
		delete from pgboss.job where id = ${id} and state = 'failed' returning name, data`.execute(tx)
	const [job] = rows
	// The cast is safe, because `enqueue` stored this payload under this name.
	if (job) await ctx.jobs.enqueue(tx, { name: job.name, payload: job.data as never })
	return job !== undefined
}

/**
 * Restarts a dead job or email with all its attempts. An email whose delivery is unknown may arrive twice. For a suppressed address, call
 * `allowAddress` first.
 * @returns null if the ID doesn't belong to a dead job or email
 */
export async function retryDead(ctx: ServiceContext, id: string): Promise<'mail' | 'job' | null> {
	return inTransaction(ctx.db, async (tx) => {
		await forgetDeadJobAlert(tx, id)
		if (await retryMail(ctx, tx, id)) return 'mail'
		return (await retryJob(ctx, tx, id)) ? 'job' : null
	})
}
