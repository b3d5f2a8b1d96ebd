import { createSiteverify } from '#server/adapters/captcha/siteverify.ts'
import { certificatePrinter } from '#server/adapters/certificates/certificate-printer.ts'
import { digitalbazaarCredentials } from '#server/adapters/credentials/digitalbazaar.ts'
import { csvParse } from '#server/adapters/csv/csv-parse.ts'
import { filePrinter } from '#server/adapters/documents/file-printer.ts'
import { outboxEmail } from '#server/adapters/email/outbox.ts'
import { readMailReport } from '#server/adapters/email/read-report.ts'
import { createSmtpEmail } from '#server/adapters/email/smtp.ts'
import type { JobQueue } from '#server/adapters/jobs/port.ts'
import { createGuardedFetch } from '#server/adapters/network/guarded-fetch.ts'
import { createOauthProviders } from '#server/adapters/oauth/openid-client.ts'
import { zxcvbnList } from '#server/adapters/passwords/zxcvbn-list.ts'
import { createBankTransfers } from '#server/adapters/payments/bank-transfer/provider.ts'
import type { PaymentProvider } from '#server/adapters/payments/port.ts'
import { createLivePayments, createSandboxPayments } from '#server/adapters/payments/stripe/open-stripe.ts'
import { libphonenumber } from '#server/adapters/phone/libphonenumber.ts'
import { uqrCode } from '#server/adapters/qr-code/uqr.ts'
import { createOutboxSms, unconfiguredSms } from '#server/adapters/sms/outbox.ts'
import type { SmsSender } from '#server/adapters/sms/port.ts'
import { createTwilioSms } from '#server/adapters/sms/twilio.ts'
import { createS3Uploads } from '#server/adapters/uploads/s3.ts'
import { simpleWebauthn } from '#server/adapters/webauthn/simple-webauthn.ts'
import type { Config } from '#server/config/config.ts'
import type { CallerDatabase } from '#server/db/caller-database.ts'
import type { Db } from '#server/db/database.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { createRenderedFiles } from '#server/services/commerce/downloads/render-document.ts'
import type { Deps, Pages, ProcessStart } from '#server/services/context.ts'
import { createPendingApps } from '#server/services/identity/factors/factor-rules.ts'
import { createRefreshQueue } from '#server/services/identity/sessions/batch-refresh.ts'
import { createSessionLookup } from '#server/services/identity/sessions/find-sessions.ts'
import { createStatusLists } from '#server/services/learning/certificates/read-status-list.ts'
import { createMergeQueue } from '#server/services/learning/progress/merge-learner-progress.ts'
import { createMessageBudget } from '#server/services/messaging/message-budget/message-budget.ts'
import { createMailPace } from '#server/services/messaging/outbox/mail-pace.ts'
import { createHangReader } from '#server/services/operations/due-alerts/find-machine-troubles.ts'
import { createVisitCounter } from '#server/services/people/visits/visit-counter.ts'
import { createBackupStatus } from '#server/services/platform/backups/record-backup.ts'
import { createSecretCache } from '#server/services/platform/keys/server-secret.ts'
import { createLoadedKeys } from '#server/services/platform/keys/signing-keys.ts'
import { createRequestCounts } from '#server/services/platform/network/count-requests.ts'
import { createResponseCounter } from '#server/services/platform/responses/response-counter.ts'
import { createLoadedSchemaCatalog } from '#server/services/platform/rest/catalog.ts'
import { createWorkWatch } from '#server/services/platform/work/work-watch.ts'
import { ProcessState } from '#server/services/process-state.ts'

import { findServiceProblems } from './check-services.ts'
import { readConfig } from './environment.ts'
import { plugins } from './plugins.ts'
import { PublishedContent } from './published-content.ts'

const DAY_MS = 86_400_000

export type ProcessResources = {
	db: Db
	callerDb: CallerDatabase
	jobs: JobQueue
	log: Logger
	now: () => Date
	pages?: Pages
	published?: PublishedContent
	start?: ProcessStart
}

function chooseSms({ sms, siteUrl }: Config, { db, now }: ProcessResources): SmsSender {
	if (sms.twilio) return createTwilioSms(sms.twilio, siteUrl)
	return sms.mode === 'outbox' ? createOutboxSms(db, now) : unconfiguredSms
}

function choosePayments(config: Config, foundation: ProcessResources, published: PublishedContent): PaymentProvider {
	const { payments } = config
	if (payments.kind === 'bank-transfer')
		return createBankTransfers({
			...foundation,
			isLive: config.isLive,
			payWithinMs: () => published.content.bankTransfer.expireAfterDays * DAY_MS,
		})
	return payments.kind === 'stripe' ? createLivePayments(payments, foundation.now) : createSandboxPayments({ config, ...foundation })
}

/** Creates clients for external servers. These must be on the public internet or, outside of production, on this machine. */
function openProviders({ environment }: Config, { now }: ProcessResources) {
	const allowLoopback = environment !== 'production'
	const fetch = createGuardedFetch({ allowLoopback })
	return { oauth: createOauthProviders({ fetch, allowLoopback, now }), fetchPublic: fetch }
}

export const createProcessState = (db: Db): ProcessState =>
	new ProcessState(db, [
		createResponseCounter,
		createBackupStatus,
		createHangReader,
		createLoadedSchemaCatalog,
		createLoadedKeys,
		createMailPace,
		createMergeQueue,
		createRefreshQueue,
		createRenderedFiles,
		createRequestCounts,
		createSecretCache,
		createSessionLookup,
		createPendingApps,
		createStatusLists,
		createVisitCounter,
		createWorkWatch,
	])

const rejectRender = () => Promise.reject(new Error('Only the running server renders pages.'))
/** Placeholder for commands and tests, which render no pages. */
const noPages: Pages = { list: rejectRender, renderPreview: rejectRender, file: rejectRender, renderForRequest: rejectRender }

/** Creates the dependencies, with the adapters that the configuration selects. */
export function createDeps(config: Config, foundation: ProcessResources): Deps {
	const { published = new PublishedContent(foundation.db, foundation.log) } = foundation
	return {
		config,
		// A request or job keeps the release that was current when its context was created.
		get content() {
			return published.content
		},
		get accessPolicy() {
			return published.content.accessPolicy
		},
		get invoicing() {
			return published.content.invoicingSeller
		},
		get productTaxCode() {
			return published.content.productTaxCode
		},
		pages: noPages,
		start: { environment: {}, readConfig, findServiceProblems, restart: null },
		...foundation,
		published,
		state: createProcessState(foundation.db),
		email: config.email.smtp ? createSmtpEmail(config.email.smtp) : outboxEmail,
		readMailReport,
		readCsv: csvParse,
		messageBudget: createMessageBudget(config, foundation.now),
		sms: chooseSms(config, foundation),
		phones: libphonenumber,
		webauthn: simpleWebauthn,
		captcha: config.captcha && createSiteverify(config.captcha, foundation.log),
		...openProviders(config, foundation),
		uploads: config.media.bucket && createS3Uploads(config.media.bucket),
		plugins,
		drawQrCode: uqrCode,
		isCommonPassword: zxcvbnList,
		credentials: digitalbazaarCredentials,
		certificates: certificatePrinter,
		documents: filePrinter,
		payments: choosePayments(config, foundation, published),
	}
}
