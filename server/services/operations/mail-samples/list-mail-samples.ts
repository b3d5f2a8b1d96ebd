import { content } from '#content/loaded.server.ts'
import { paths } from '#contracts/paths.ts'
import type { Config } from '#server/config/config.ts'
import { accessMail, receiptMail } from '#server/services/commerce/orders/order-mails.ts'
import { REFUND_STEPS, refundMail } from '#server/services/commerce/refunds/refund-mails.ts'
import { TRANSFER_STEPS, transferMail } from '#server/services/commerce/transfers/transfer-mails.ts'
import type { MailSample, ServiceContext } from '#server/services/context.ts'
import { type AuthMailName, renderAuthMail, renderTakenMail, VERIFICATION_TYPE } from '#server/services/identity/codes/auth-mail.ts'
import { renderReauthenticationMail } from '#server/services/identity/codes/reauthentication-mail.ts'
import { alertMail } from '#server/services/messaging/operator-alerts/alert-mails.ts'
import { earlyAccessMail, feedbackMail, moduleOpenMail } from '#server/services/people/leads/lead-mails.ts'
import { actionPlanMail } from '#server/services/people/leads/mail-action-plan.ts'
import { composeLetter } from '#server/services/people/letters/letter-mail.ts'
import { RULES } from '#server/services/people/lifecycle/rules.ts'
import {
	articleMail,
	confirmationMail,
	invitationMail,
	reminderMail,
	unsubscribeLinkMail,
	unsubscribeUrl,
	welcomeMail,
} from '#server/services/people/newsletter/newsletter-mails.ts'
import { erasureCanceledMail, erasureRequestedMail, farewellMail, mailboxLinkMail } from '#server/services/people/privacy/privacy-mails.ts'
import { applicationNoticeMail, applicationReceivedMail } from '#server/services/people/support/application-mails.ts'
import { learnerNoteMail, ticketAnswerMail, ticketNoticeMail, ticketReceivedMail } from '#server/services/people/support/support-mails.ts'

import {
	SAMPLE_APPLICATION,
	SAMPLE_ID,
	SAMPLE_ORDER,
	SAMPLE_REQUEST,
	SAMPLE_SESSION,
	SAMPLE_TICKET,
	SAMPLE_TRANSFER,
} from './sample-rows.ts'

const { articles } = content

const CODE = { code: '042137', minutes: 10 }

const authSamples = (siteUrl: string): MailSample[] => [
	...(Object.keys(VERIFICATION_TYPE) as AuthMailName[]).map((template) => ({
		template,
		...renderAuthMail(template, { ...CODE, link: `${siteUrl}${paths.authCallback}?token_hash=sample&type=${VERIFICATION_TYPE[template]}` }),
	})),
	{ template: 'auth.email-change-taken', ...renderTakenMail() },
	{ template: 'auth.reauthentication', ...renderReauthenticationMail(CODE) },
]

function newsletterSamples(config: Config): MailSample[] {
	const url = unsubscribeUrl(config, `${SAMPLE_ID}.sample`)
	return [
		confirmationMail(config, 'sample'),
		invitationMail(config, 'sample'),
		reminderMail(config, url),
		welcomeMail(config, url, articles),
		...articles.slice(0, 1).map((article) => articleMail(config, url, article)),
		unsubscribeLinkMail(url),
		...RULES.slice(0, 1).map(({ text }) => composeLetter(config, text)(url)),
	]
}

function moneySamples(config: Config): MailSample[] {
	const link = `${config.siteUrl}${paths.authCallback}?token_hash=sample&type=magiclink`
	const news = { order: SAMPLE_ORDER, key: SAMPLE_ID, amountCents: SAMPLE_ORDER.total_cents, request: SAMPLE_REQUEST }
	return [
		receiptMail(SAMPLE_ORDER, { sessionId: SAMPLE_SESSION, hasInvoice: true }, config),
		...TRANSFER_STEPS.map((step) => transferMail(step, { order: SAMPLE_ORDER, transfer: SAMPLE_TRANSFER }, config)),
		accessMail(SAMPLE_ORDER, { kind: 'code', code: CODE.code, hours: 24, link }, config),
		...REFUND_STEPS.map((step) => refundMail(step, news, config)),
	]
}

/** Every mail of the product, once, with made-up data, for the sandbox's preview. */
export function listMailSamples(ctx: ServiceContext): MailSample[] {
	const { config, wings } = ctx
	const { siteUrl } = config
	const { due_at: dueAt, ...ticket } = SAMPLE_TICKET
	return [
		...authSamples(siteUrl),
		...newsletterSamples(config),
		...moneySamples(config),
		erasureRequestedMail({ erasesAt: dueAt, signInUrl: `${siteUrl}${paths.login}` }),
		erasureCanceledMail(),
		farewellMail(),
		mailboxLinkMail({ link: `${siteUrl}${paths.privacyRequest}#token=sample` }),
		earlyAccessMail({ moduleId: 2, siteUrl }),
		moduleOpenMail({ moduleId: 2, siteUrl }, { title: 'Your first income stream', lessons: 8 }),
		feedbackMail({ moduleId: 1, siteUrl }),
		actionPlanMail({ type: 'creator', siteUrl }),
		ticketReceivedMail({ id: SAMPLE_ID, dueAt, category: 'general' }),
		ticketNoticeMail({ ...ticket, dueAt }),
		ticketAnswerMail({ id: SAMPLE_ID, writtenAt: dueAt, body: 'The worksheet is on the page of the lesson, below the text.' }),
		learnerNoteMail({ subject: 'Can we help you with the course?', body: 'You have not been here for a while. Is something unclear?' }),
		applicationReceivedMail({ id: SAMPLE_ID, title: SAMPLE_APPLICATION.title }),
		applicationNoticeMail(SAMPLE_APPLICATION),
		alertMail(
			'dispute',
			{ order: SAMPLE_ID, dispute: 'du_sample', status: 'needs_response', answerBefore: 'November 27, 2026 at 11:59 PM UTC' },
			siteUrl,
		),
		...wings.flatMap((wing) => wing.listMailSamples?.(ctx) ?? []),
	]
}
