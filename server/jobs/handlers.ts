import type { ServiceContext } from '#server/context.ts'
import { settleWaiting } from '#server/sandbox/stripe/settle-waiting.ts'
import { rotateSigningKeys } from '#server/services/keys/rotate-signing-keys.ts'
import { announceNewArticles } from '#server/services/newsletter/announce-articles.ts'
import { deliverAuthSms } from '#server/services/notifications/auth-sms.ts'
import { deliverMessage } from '#server/services/notifications/deliver-message.ts'
import { tellDeadLetters } from '#server/services/operations/tell-dead-letters.ts'
import { reconcilePayments } from '#server/services/orders/reconcile-payments.ts'
import { applyRetention } from '#server/services/privacy/apply-retention.ts'
import { eraseDueAccounts } from '#server/services/privacy/erase-due-accounts.ts'
import { sendRefund } from '#server/services/refunds/send-refund.ts'
import { watchRefunds } from '#server/services/refunds/watch-refunds.ts'
import { sendText } from '#server/services/sms/send-text.ts'

import { deliverSandboxWebhook } from './deliver-sandbox-webhook.ts'
import type { JobName, JobPayloads } from './port.ts'

/** Throws to be tried again later. Every handler may run twice for one job, so each service checks what is already done. */
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
	'rotate-keys': async (ctx) => ctx.log.info('looked after the signing keys', await rotateSigningKeys(ctx)),
	'send-text': sendText,
	'send-auth-sms': deliverAuthSms,
	'tell-dead-letters': async (ctx) => ctx.log.info('looked for dead letters', { told: await tellDeadLetters(ctx) }),
}
