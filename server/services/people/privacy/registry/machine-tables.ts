import { MARKETING_DAYS } from '#domain/privacy/periods.ts'

import { forgetJobs, forgetInSandbox } from './forget-texts.ts'
import { declareTable, declareSystemTable, declareSecretTable } from './table-rule.ts'

const SANDBOX_COPY = 'Only in the sandbox, where this server plays the payment provider; your orders are listed separately.'
const sandbox = { person: null, retention: { while: 'the sandbox is used' }, exported: SANDBOX_COPY } as const

/** Tables with free text or payloads that may contain personal data without a column for it. */
export const machineTables = [
	declareTable('pgboss.job', {
		protection: 'secret',
		title: 'Job queue',
		purpose: 'pending and recent background jobs',
		person: null,
		retention: { expires: 'a week after the job was done, by the queue itself' },
		exported: 'Jobs only contain the IDs of messages, which are listed separately.',
		erased: { by: forgetJobs },
	}),
	declareTable('operator_alerts', {
		protection: 'personal',
		title: 'Alerts to the operator',
		purpose: 'orders and messages that need attention',
		person: null,
		retention: { days: MARKETING_DAYS, clock: 'created_at' },
		exported: 'Alerts only contain the IDs of orders and messages, which are listed separately.',
		erased: { keep: 'no row names anyone except the operator who closed the alert' },
	}),
	declareSystemTable('daily_metrics', 'Daily metrics', 'daily totals for the console’s overview, without personal data'),
	declareSystemTable('stale_days', 'Stale days', 'days of the overview to recompute'),
	declareSystemTable('auth.message_budgets', 'Message budgets', 'how many messages signed-out visitors requested in the current hour'),
	declareSystemTable('auth.spent_proofs', 'Used proofs of work', 'proofs of work already used, so that each works once'),
	declareSystemTable('unlinked_uploads', 'Deleted uploads', 'random keys of files to remove from the bucket'),
	declareSystemTable('backups', 'Backups', 'which copies of the database were taken'),
	declareTable('sandbox_stripe.objects', {
		protection: 'personal',
		...sandbox,
		title: 'Sandbox of the payment provider: objects',
		purpose: 'what the provider would know',
		erased: { by: forgetInSandbox },
	}),
	declareTable('sandbox_stripe.events', {
		protection: 'personal',
		...sandbox,
		title: 'Sandbox of the payment provider: events',
		purpose: 'what the provider would report',
		erased: { keep: 'rewritten together with the objects' },
	}),
	declareTable('sandbox_stripe.idempotency_keys', {
		protection: 'personal',
		...sandbox,
		title: 'Sandbox of the payment provider: repeated requests',
		purpose: 'what the provider would answer again',
		erased: { keep: 'rewritten together with the objects' },
	}),
	declareSystemTable('sandbox_stripe.webhook_faults', 'Sandbox of the payment provider: faults', 'webhook failures to simulate'),
	declareSecretTable('sandbox_stripe.webhook_secrets', 'Sandbox of the payment provider: secrets', 'sign its reports'),
]
