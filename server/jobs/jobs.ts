import type { Queue, WorkOptions } from 'pg-boss'

import type { JobName, JobPayloads } from '#server/adapters/jobs/port.ts'
import { logFailure } from '#server/kernel/errors.ts'
import type { LogFields } from '#server/kernel/logger.ts'
import { deliverEvent } from '#server/sandbox/stripe/deliver-event.ts'
import { settleSandboxPayment } from '#server/sandbox/stripe/panel.ts'
import { reconcilePayments } from '#server/services/commerce/checkout/reconcile-payments.ts'
import { sendRefund } from '#server/services/commerce/settlement/send-refund.ts'
import { watchRefunds } from '#server/services/commerce/settlement/watch-refunds-and-disputes.ts'
import { remindTransfers } from '#server/services/commerce/transfers/transfer-mails.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { deliverAuthSms } from '#server/services/identity/codes/auth-sms.ts'
import { countPastProgress } from '#server/services/learning/progress/count-past-progress.ts'
import { composeDigest } from '#server/services/learning/reminders/course-digest.ts'
import { alertOfDeadJobs } from '#server/services/messaging/operator-alerts/alert-of-dead-jobs.ts'
import { deliverCopies, deliverMessage } from '#server/services/messaging/outbox/deliver-message.ts'
import { sendSms } from '#server/services/messaging/sms/send-sms.ts'
import { testRestore } from '#server/services/operations/backup-drill/test-restore.ts'
import { runBulkAction } from '#server/services/operations/bulk/run-bulk.ts'
import { recountStaleDays } from '#server/services/operations/daily-metrics/count-days.ts'
import { raiseDueAlerts } from '#server/services/operations/due-alerts/raise-due-alerts.ts'
import { publishScheduled } from '#server/services/operations/releases/schedule-release.ts'
import { findSkipReason, sendBulkEmails } from '#server/services/people/lifecycle/send-lifecycle.ts'
import { announceNewArticles } from '#server/services/people/newsletter/announce-articles.ts'
import { applyRetention, createMonthPartitions } from '#server/services/people/privacy/apply-retention.ts'
import { eraseDueAccounts } from '#server/services/people/privacy/erase-due-accounts.ts'
import { rotateSigningKeys } from '#server/services/platform/keys/rotate-signing-keys.ts'
import { removeUnlinked } from '#server/services/platform/media/bucket-files.ts'

export type Job<Payload> = {
	/** Runs the job; if it throws, the job is retried. It may run twice, so each service must be idempotent. */
	run: (ctx: ServiceContext, payload: Payload) => Promise<void>
	queue: Omit<Queue, 'name'>
	/** Options for this queue's worker that differ from the defaults. */
	work?: Pick<WorkOptions, 'batchSize' | 'pollingIntervalSeconds' | 'burstWhenReadyExceeds'>
	/** Schedule, in UTC. */
	cron?: string
}

/** A running job sends a heartbeat every seven seconds. After this timeout, the job of a dead process restarts. */
const HEARTBEAT_SECONDS = 15

// Settings of queues that users wait for; others don't use NOTIFY, which slows down enqueuing.
const prompt: Job<never>['queue'] = {
	notify: true,
	retryLimit: 12,
	retryBackoff: true,
	retryDelay: 5,
	retryDelayMax: 3600,
	heartbeatSeconds: HEARTBEAT_SECONDS,
	// A job that takes this long is stuck, despite heartbeats.
	expireInSeconds: 600,
}

// Settings of queues that no user waits for. After failures, the next run catches up.
const unhurried: Job<never>['queue'] = { retryLimit: 3, retryBackoff: true, retryDelay: 60, expireInSeconds: 600 }

/** Logs only runs that did something: most scheduled runs find nothing to do. */
const logged = (message: string, work: (ctx: ServiceContext) => Promise<LogFields>) => async (ctx: ServiceContext) => {
	const done = await work(ctx)
	if (Object.values(done).some((value) => typeof value === 'number' && value > 0)) ctx.log.info(message, done)
}

/** Jobs that services enqueue. The services decide when to give up. A queue's retry limit only ends jobs that die on every run. */
const enqueued: { [N in JobName]: Job<JobPayloads[N]> } = {
	// This run finds articles whose publication date comes while the server is running. Every start checks as well.
	'announce-articles': { run: announceNewArticles, queue: unhurried, cron: '7 8 * * *' },
	// The retry limit is rarely reached, because the service gives up earlier (domain/email/next-step.ts).
	'deliver-message': { run: (ctx, payload) => deliverMessage(ctx, payload, findSkipReason), queue: { ...prompt, retryLimit: 30 } },
	// Only one runs at a time across all processes, so that newsletters stay within the provider's rate. Each email to retry gets a separate
	// job.
	'deliver-copies': {
		run: (ctx, payload) => deliverCopies(ctx, payload, findSkipReason),
		// With NOTIFY, a worker would poll only every 30 seconds.
		queue: { ...prompt, notify: false, policy: 'singleton', retryLimit: 30, expireInSeconds: 3600 },
		work: { batchSize: 1, pollingIntervalSeconds: 1, burstWhenReadyExceeds: 1 },
	},
	'deliver-sandbox-webhook': { run: (ctx, { eventId }) => deliverEvent(ctx, eventId), queue: prompt },
	'settle-sandbox-payment': { run: (ctx, { id }) => settleSandboxPayment(ctx, id), queue: prompt },
	'send-refund': { run: sendRefund, queue: prompt },
	'send-text': { run: (ctx, payload) => sendSms(ctx, payload, composeDigest), queue: prompt },
	'send-auth-sms': { run: deliverAuthSms, queue: prompt },
	'run-bulk': { run: runBulkAction, queue: prompt },
	'test-restore': { run: testRestore, queue: { notify: true, retryLimit: 0, expireInSeconds: 3600 }, cron: '42 4 3 * *' },
}

const timed = {
	'count-days': { run: logged('daily metrics refreshed', recountStaleDays), queue: unhurried, cron: '* * * * *' },
	'count-past-progress': { run: logged('progress of accounts counted', countPastProgress), queue: unhurried, cron: '* * * * *' },
	'delete-expired': {
		run: logged('expired data deleted', applyRetention),
		// A large backlog, such as after a month of downtime, may take hours. If the process is killed, the job restarts within half a minute.
		queue: { ...unhurried, heartbeatSeconds: HEARTBEAT_SECONDS, expireInSeconds: 6 * 3600 },
		cron: '17 3 * * *',
	},
	'erase-accounts': { run: logged('scheduled account deletions done', eraseDueAccounts), queue: unhurried, cron: '47 * * * *' },
	'reconcile-payments': { run: logged('payments reconciled', reconcilePayments), queue: unhurried, cron: '12 * * * *' },
	'keep-months': { run: createMonthPartitions, queue: unhurried, cron: '23 * * * *' },
	'remove-uploads': {
		run: logged('deleted uploads removed', async (ctx) => ({ removed: await removeUnlinked(ctx) })),
		queue: unhurried,
		cron: '9-59/15 * * * *',
	},
	'rotate-keys': { run: logged('signing keys rotated', rotateSigningKeys), queue: unhurried, cron: '27 3 * * *' },
	// The number of emails per minute is limited across all runs.
	'send-newsletter': {
		run: logged('newsletter messages queued', sendBulkEmails),
		queue: unhurried,
		cron: '* * * * *',
	},
	'tell-dead-letters': {
		run: logged('failed jobs checked', async (ctx) => ({ mailed: await alertOfDeadJobs(ctx) })),
		queue: unhurried,
		cron: '*/15 * * * *',
	},
	'tell-what-is-due': {
		run: logged('due alerts checked', async (ctx) => ({ raised: await raiseDueAlerts(ctx) })),
		queue: unhurried,
		cron: '4-59/15 * * * *',
	},
	'work-of-plugins': {
		run: logged('due work of plugins done', async (ctx) => {
			const done: Record<string, number> = {}
			const failures: unknown[] = []
			for (const plugin of ctx.plugins)
				try {
					Object.assign(done, await plugin.workWhenDue?.(ctx))
				} catch (error) {
					// The job itself can report only one failure, so log each. The other plugins must still run.
					logFailure(ctx.log, 'work of a plugin failed', { error })
					failures.push(error)
				}
			if (failures.length > 0) throw failures[0]
			return done
		}),
		queue: unhurried,
		cron: '*/5 * * * *',
	},
	'publish-scheduled': { run: logged('scheduled publications checked', publishScheduled), queue: unhurried, cron: '* * * * *' },
	'watch-refunds': { run: logged('pending refunds checked', watchRefunds), queue: unhurried, cron: '37 6 * * *' },
	'remind-transfers': {
		run: logged('pending bank transfers checked', async (ctx) => ({ reminded: await remindTransfers(ctx) })),
		queue: unhurried,
		cron: '52 * * * *',
	},
} satisfies Record<string, Job<void>>

/** All jobs by name. The payload's type is lost here; `enqueue` has checked it against the name. */
export const jobs = new Map<string, Job<unknown>>(Object.entries<Job<never>>({ ...enqueued, ...timed }) as [string, Job<unknown>][])
