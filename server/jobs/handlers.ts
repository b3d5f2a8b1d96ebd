import type { JobName, JobPayloads } from '#server/adapters/jobs/port.ts'
import { settleWaiting } from '#server/sandbox/stripe/settle-waiting.ts'
import { reconcilePayments } from '#server/services/commerce/checkout/reconcile-payments.ts'
import { sendRefund } from '#server/services/commerce/settlement/send-refund.ts'
import { watchRefunds } from '#server/services/commerce/settlement/watch-refunds.ts'
import { remindTransfers } from '#server/services/commerce/transfers/remind-transfers.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { deliverAuthSms } from '#server/services/identity/codes/auth-sms.ts'
import { composeDigest } from '#server/services/learning/reminders/course-digest.ts'
import { tellDeadLetters } from '#server/services/messaging/operator-alerts/tell-dead-letters.ts'
import { deliverMessage } from '#server/services/messaging/outbox/deliver-message.ts'
import { sendText } from '#server/services/messaging/texts/send-text.ts'
import { announceNewArticles } from '#server/services/people/newsletter/announce-articles.ts'
import { applyRetention } from '#server/services/people/privacy/apply-retention.ts'
import { eraseDueAccounts } from '#server/services/people/privacy/erase-due-accounts.ts'
import { rotateSigningKeys } from '#server/services/platform/keys/rotate-signing-keys.ts'

import { deliverSandboxWebhook } from './deliver-sandbox-webhook.ts'

/** Throws to be retried later. Every handler may run twice for one job, so each service checks what is already done. */
export type JobHandlers = { [N in JobName]: (ctx: ServiceContext, payload: JobPayloads[N]) => Promise<void> }

export const jobHandlers: JobHandlers = {
	'announce-articles': announceNewArticles,
	'delete-expired': async (ctx) => ctx.log.info('deleted what was kept long enough', await applyRetention(ctx)),
	'erase-accounts': async (ctx) => ctx.log.info('erased the accounts that were due', await eraseDueAccounts(ctx)),
	'deliver-message': deliverMessage,
	'deliver-sandbox-webhook': deliverSandboxWebhook,
	'settle-sandbox-payment': (ctx, { id }) => settleWaiting(ctx, id),
	'reconcile-payments': async (ctx) => ctx.log.info('caught up with the payment provider', await reconcilePayments(ctx)),
	'send-refund': sendRefund,
	'watch-refunds': async (ctx) => ctx.log.info('looked at refunds on their way', await watchRefunds(ctx)),
	'remind-transfers': async (ctx) => ctx.log.info('looked for transfers that are awaited', { reminded: await remindTransfers(ctx) }),
	'rotate-keys': async (ctx) => ctx.log.info('looked after the signing keys', await rotateSigningKeys(ctx)),
	'send-text': (ctx, payload) => sendText(ctx, payload, composeDigest),
	'send-auth-sms': deliverAuthSms,
	'tell-dead-letters': async (ctx) => ctx.log.info('looked for dead letters', { told: await tellDeadLetters(ctx) }),
}
