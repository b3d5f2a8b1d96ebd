import { sql } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'
import { formatMailName } from '#server/services/messaging/outbox/mail-names.ts'

const MAX_ENTRIES = 200
const MAX_SENDING_MS = 3_600_000

/** Failed job or email. `mail`: bounced, failed, or its delivery is unknown. Times are RFC 3339, UTC. */
export type DeadJob = {
	kind: 'job' | 'mail'
	id: string
	/** Queue of a job, or template of an email. */
	name: string
	to: string
	status: string
	attempts: number
	reason: string
	createdAt: string
}

/** Job names for operators. Jobs that aren't listed, such as those of the sandbox, are named after their queue. */
const JOBS: Readonly<Record<string, string>> = {
	'announce-articles': 'Email new articles to subscribers',
	'deliver-message': 'Send an email',
	'deliver-copies': 'Send newsletter emails',
	'send-newsletter': 'Send a newsletter',
	'send-refund': 'Send a refund to the payment provider',
	'send-text': 'Send a text message',
	'send-auth-sms': 'Text a sign-in code',
	'run-bulk': 'Run a bulk action',
	'publish-scheduled': 'Publish scheduled changes',
	'reconcile-payments': 'Check payments with the provider',
	'erase-accounts': 'Delete accounts after their grace period',
	'keep-months': 'Prepare log storage for the next months',
	'test-restore': 'Test a restore',
	'count-days': 'Update the overview',
	'count-past-progress': 'Update the overview with past progress',
	'delete-expired': 'Delete expired data',
	'remove-uploads': 'Remove deleted uploads',
	'rotate-keys': 'Rotate signing keys',
	'tell-dead-letters': 'Send alerts about failed jobs',
	'tell-what-is-due': 'Send due alerts',
	'work-of-plugins': 'Run jobs of plugins',
	'watch-refunds': 'Check pending refunds',
	'remind-transfers': 'Check pending bank transfers',
}

export const formatJobName = (name: string) => JOBS[name] ?? name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase())

export const formatDeadJobName = ({ kind, name }: Pick<DeadJob, 'kind' | 'name'>): string =>
	kind === 'job' ? formatJobName(name) : formatMailName(name)

type FailedJob = { id: string; name: string; retry_count: number; created_on: Date; reason: string | null }

export async function listDeadJobs(ctx: ServiceContext): Promise<DeadJob[]> {
	const jobs = await sql<FailedJob>`
		select id, name, retry_count, created_on, coalesce(output ->> 'message', output #>> '{value,message}') as reason
		from pgboss.job where state = 'failed' order by created_on desc limit ${MAX_ENTRIES}`.execute(ctx.db)
	const mails = await ctx.db
		.selectFrom('outbox_messages')
		.select(['id', 'template', 'to_address', 'status', 'attempts', 'last_error', 'created_at'])
		.where((eb) =>
			eb.or([
				eb('status', 'in', ['bounced', 'failed', 'unknown']),
				// Its job must have died, because a running one finishes much sooner.
				eb.and([eb('status', '=', 'sending'), eb('created_at', '<', new Date(ctx.now().getTime() - MAX_SENDING_MS))]),
			]),
		)
		.orderBy('created_at', 'desc')
		.limit(MAX_ENTRIES)
		.execute()
	return [
		...jobs.rows.map((job) => ({
			kind: 'job' as const,
			id: job.id,
			name: job.name,
			to: '',
			status: 'failed',
			attempts: job.retry_count + 1,
			reason: job.reason ?? '',
			createdAt: job.created_on.toISOString(),
		})),
		...mails.map((mail) => ({
			kind: 'mail' as const,
			id: mail.id,
			name: mail.template,
			to: mail.to_address,
			status: mail.status,
			attempts: mail.attempts,
			reason: mail.last_error ?? '',
			createdAt: mail.created_at.toISOString(),
		})),
	]
}
