import type { Content } from '#content/load-content.server.ts'
import { paths, ticketPath } from '#contracts/paths.ts'
import type { Config } from '#server/config/config.ts'
import { accessMail, receiptMail } from '#server/services/commerce/orders/order-mails.ts'
import { REFUND_STEPS, refundMail } from '#server/services/commerce/refunds/refund-mails.ts'
import { TRANSFER_STEPS, transferMail } from '#server/services/commerce/transfers/transfer-mails.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import {
	type AuthMailName,
	renderAuthMail,
	renderReauthenticationMail,
	renderTakenMail,
	VERIFICATION_TYPE,
} from '#server/services/identity/codes/auth-mail.ts'
import { alertMail } from '#server/services/messaging/operator-alerts/alert-mails.ts'
import { actionPlanMail } from '#server/services/people/leads/mail-action-plan.ts'
import { earlyAccessMail, feedbackMail, moduleOpenMail } from '#server/services/people/leads/record-module-forms.ts'
import { automationsOf } from '#server/services/people/lifecycle/automations.ts'
import { composeIssue } from '#server/services/people/newsletter-issues/issue-mail.ts'
import {
	articleMail,
	confirmationMail,
	invitationMail,
	reminderMail,
	unsubscribeLinkMail,
	unsubscribeUrl,
	welcomeMail,
} from '#server/services/people/newsletter/newsletter-mails.ts'
import {
	erasureCanceledMail,
	erasureRequestedMail,
	accountDeletedMail,
	mailboxLinkMail,
} from '#server/services/people/privacy/privacy-mails.ts'
import {
	applicationNoticeMail,
	applicationReceivedMail,
	learnerNoteMail,
	ticketAnswerMail,
	ticketNoticeMail,
	ticketReceivedMail,
	ticketReplyNoticeMail,
} from '#server/services/people/support/support-mails.ts'

import { SAMPLE_APPLICATION, SAMPLE_ID, SAMPLE_CHECKOUT_SESSION, SAMPLE_TICKET, sampleSale } from './sample-rows.ts'

const CODE = { code: '042137', minutes: 10 }

const authSamples = (content: Content, siteUrl: string): RenderedMail[] => [
	...(Object.keys(VERIFICATION_TYPE) as AuthMailName[]).map((template) => ({
		template,
		...renderAuthMail(content, template, {
			...CODE,
			link: `${siteUrl}${paths.authCallback}?token_hash=sample&type=${VERIFICATION_TYPE[template]}`,
		}),
	})),
	{ template: 'auth.email-change-taken', ...renderTakenMail(content) },
	{ template: 'auth.reauthentication', ...renderReauthenticationMail(content, CODE) },
]

function newsletterSamples(content: Content, config: Config): RenderedMail[] {
	const url = unsubscribeUrl(config, `${SAMPLE_ID}.sample`)
	return [
		confirmationMail(content, config, 'sample'),
		invitationMail(content, config, 'sample'),
		reminderMail(content, config, url),
		welcomeMail({ config, content }, url, content.articles),
		...content.articles.slice(0, 1).map((article) => articleMail({ config, content }, url, article)),
		unsubscribeLinkMail(content, url),
		...automationsOf(content)
			.slice(0, 1)
			.map(({ text }) => composeIssue(content, config, text)(url)),
	]
}

function moneySamples({ config, content }: ServiceContext): RenderedMail[] {
	const { order, transfer, request } = sampleSale(content)
	const link = `${config.siteUrl}${paths.authCallback}?token_hash=sample&type=magiclink`
	const news = { order, key: SAMPLE_ID, amountCents: order.total_cents, request }
	return [
		receiptMail({ config, content }, order, { sessionId: SAMPLE_CHECKOUT_SESSION, hasInvoice: true }),
		...TRANSFER_STEPS.map((step) => transferMail(step, { order, transfer }, { config, content })),
		accessMail({ config, content }, order, { kind: 'code', code: CODE.code, hours: 24, link, endsAt: null }),
		...REFUND_STEPS.map((step) => refundMail({ config, content }, step, news)),
	]
}

/** Renders every email of the product once, with made-up data, for the sandbox's preview. */
export function listMailSamples(ctx: ServiceContext): RenderedMail[] {
	const { config, plugins } = ctx
	const { siteUrl } = config
	const { due_at: dueAt, ...ticket } = SAMPLE_TICKET
	return [
		...authSamples(ctx.content, siteUrl),
		...newsletterSamples(ctx.content, config),
		...moneySamples(ctx),
		erasureRequestedMail(ctx.content, { erasesAt: dueAt, signInUrl: `${siteUrl}${paths.login}`, by: 'owner' }),
		erasureCanceledMail(ctx.content, 'owner'),
		accountDeletedMail(ctx.content),
		mailboxLinkMail(ctx.content, { link: `${siteUrl}${paths.privacyRequest}#token=sample` }),
		earlyAccessMail(ctx.content, { moduleId: 2, siteUrl }),
		moduleOpenMail(ctx.content, { moduleId: 2, siteUrl }, { title: 'Your first income stream', lessons: 8 }),
		feedbackMail(ctx.content, { moduleId: 1, siteUrl }),
		actionPlanMail(ctx.content, { type: 'creator', siteUrl }),
		ticketReceivedMail(ctx.content, { id: SAMPLE_ID, dueAt, category: 'general' }),
		ticketNoticeMail(ctx.content, { ...ticket, dueAt }),
		ticketReplyNoticeMail(ctx.content, { ...ticket, dueAt }),
		ticketAnswerMail(ctx.content, {
			id: SAMPLE_ID,
			writtenAt: dueAt,
			body: 'The worksheet is on the page of the lesson, below the text.',
			url: `${siteUrl}${ticketPath('sample')}`,
		}),
		learnerNoteMail(ctx.content, {
			subject: 'Can we help you with the course?',
			body: 'You have not been here for a while. Is something unclear?',
		}),
		applicationReceivedMail(ctx.content, { id: SAMPLE_ID, title: SAMPLE_APPLICATION.title }),
		applicationNoticeMail(ctx.content, SAMPLE_APPLICATION),
		alertMail(ctx, 'dispute', {
			order: SAMPLE_ID,
			dispute: 'du_sample',
			status: 'needs_response',
			answerBefore: 'November 27, 2026 at 11:59 PM UTC',
		}),
		...plugins.flatMap((plugin) => plugin.listMailSamples?.(ctx) ?? []),
	]
}
