import type { Content } from '#content/load-content.server.ts'
import { PRIVACY_RESPONSE_DAYS } from '#domain/privacy/periods.ts'
import { type ContactCategory, TERMS_ANSWER_DAYS } from '#domain/support/categories.ts'
import type { contactFields } from '#domain/support/check-fields.ts'
import { describeDueTime } from '#domain/support/support-hours.ts'
import type { Tx } from '#server/db/database.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import { enqueueRateLimited, type OutgoingMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'
import { formatSiteTime, siteZone } from '#server/services/platform/site-zone.ts'

/**
 * Queues an acknowledgment, unless the address already got FEW_PER_DAY of them that day. If the form is stored, call this in the
 * same transaction; reaching the limit doesn't roll it back.
 */
export async function queueAcknowledgment(ctx: ServiceContext, tx: Tx, message: OutgoingMessage): Promise<void> {
	await enqueueRateLimited(ctx, tx, { message, templates: ACKNOWLEDGEMENT_TEMPLATES })
}

const ACKNOWLEDGEMENT_TEMPLATES = [
	'support.ticket-received',
	'support.application-received',
	'leads.early-access',
	'leads.feedback',
	'leads.action-plan',
] as const

export const toTicketReference = (id: string) => id.slice(-8).toUpperCase()

const NOT_YOU = 'Didn’t write to us? Someone probably entered your address by mistake. You don’t need to do anything.'

// The emails below go to an address entered in a form and quote nothing from it: the name could carry a message to a third party.

const IN_SUPPORT_TIME = {
	promise: 'We answer within 24 support hours',
	usually: '; on business days it usually takes 4 to 6 hours',
}

const ANSWERS: Record<ContactCategory, { promise: string; usually: string }> = {
	general: IN_SUPPORT_TIME,
	guardian: IN_SUPPORT_TIME,
	terms: { promise: `We answer questions about our terms within ${TERMS_ANSWER_DAYS} business days`, usually: '' },
	privacy: { promise: `We answer privacy requests within ${PRIVACY_RESPONSE_DAYS} days`, usually: '' },
}

const TITLES: Record<ContactCategory, string> = {
	general: 'contact message',
	guardian: 'guardian consent',
	terms: 'terms question',
	privacy: 'privacy request',
}

export function ticketReceivedMail(content: Content, ticket: { id: string; dueAt: Date; category: ContactCategory }): RenderedMail {
	const { promise, usually } = ANSWERS[ticket.category]
	const reference = toTicketReference(ticket.id)
	const mail = {
		heading: 'Your message has arrived',
		paragraphs: [
			`Thank you for writing to ${content.site.name}. Your reference is ${reference}.`,
			`${promise}. For you, that means ${describeDueTime(ticket.dueAt.getTime(), siteZone(content))}, at the latest${usually}.`,
		],
		notes: ['Support hours: Monday to Friday 9 AM to 6 PM, Saturday 10 AM to 4 PM, New York time.', NOT_YOU],
	}
	return { template: 'support.ticket-received', subject: `We have your message (${reference})`, ...layoutMail(content, mail) }
}

type Ticket = { id: string; dueAt: Date } & Record<keyof typeof contactFields, string>

type Notice = { template: string; heading: string }

/** Notifies the team of a ticket. The sender's address has been validated as a single address, so it's safe as a header. */
function noticeMail(content: Content, ticket: Ticket, { template, heading }: Notice): RenderedMail {
	const mail = {
		heading,
		paragraphs: [`Subject: ${ticket.subject}`, ticket.message],
		notes: [`From: ${ticket.name}, ${ticket.email}`, `Answer due by ${formatSiteTime(content, ticket.dueAt)}.`],
	}
	return { template, subject: heading, headers: { 'Reply-To': ticket.email }, ...layoutMail(content, mail) }
}

export const ticketNoticeMail = (content: Content, ticket: Ticket & { category: ContactCategory }): RenderedMail =>
	noticeMail(content, ticket, {
		template: 'support.ticket-notice',
		heading: `New ${TITLES[ticket.category]} ${toTicketReference(ticket.id)}`,
	})

export const ticketReplyNoticeMail = (content: Content, ticket: Ticket): RenderedMail =>
	noticeMail(content, ticket, { template: 'support.reply-notice', heading: `New reply to ${toTicketReference(ticket.id)}` })

type Answer = { id: string; writtenAt: Date; body: string; /** URL of the ticket's page for its sender. */ url: string }

/** Renders an answer without quoting the message: someone else may have entered this address. */
export function ticketAnswerMail(content: Content, { id, writtenAt, body, url }: Answer): RenderedMail {
	const reference = toTicketReference(id)
	const mail = {
		heading: 'Our answer to your message',
		paragraphs: body.split(/\n+/),
		action: { label: 'Read all messages and reply', url },
		notes: [
			`This answers your message of ${formatSiteTime(content, writtenAt)}, reference ${reference}.`,
			'You can also reply to this email. The link opens your conversation without signing in, so please don’t share it.',
			NOT_YOU,
		],
	}
	return {
		template: 'support.answer',
		subject: `Our answer to your message (${reference})`,
		headers: { 'Reply-To': content.site.supportEmail },
		...layoutMail(content, mail),
	}
}

export function learnerNoteMail(content: Content, { subject, body }: { subject: string; body: string }): RenderedMail {
	const mail = {
		heading: subject,
		paragraphs: body.split(/\n+/),
		notes: [
			'Someone on our team wrote you this email because you have an account with us. Just reply to answer, or to say that you don’t want emails like this.',
		],
	}
	return { template: 'support.note', subject, headers: { 'Reply-To': content.site.supportEmail }, ...layoutMail(content, mail) }
}

const describeApplication = (title: string | null) => (title === null ? 'a general application' : `an application for ${title}`)

// Renders an email that quotes nothing from the form; the title comes from the content.
export function applicationReceivedMail(content: Content, { id, title }: { id: string; title: string | null }): RenderedMail {
	const reference = toTicketReference(id)
	const mail = {
		heading: 'Your application has arrived',
		paragraphs: [
			`Thank you for your interest in working at ${content.site.name}. We received ${describeApplication(title)} from you. Your reference is ${reference}.`,
			'A person will read it, and you’ll hear from us within ten business days, whatever the answer.',
		],
		notes: ['Didn’t apply? Someone probably entered your address by mistake. You don’t need to do anything.'],
	}
	return { template: 'support.application-received', subject: `We have your application (${reference})`, ...layoutMail(content, mail) }
}

type Application = { id: string; name: string; email: string; message: string; title: string | null; hasFile: boolean }

/** Notifies the team of an application, without its file: a CV doesn't belong in an email. */
export function applicationNoticeMail(content: Content, { id, name, email, message, title, hasFile }: Application): RenderedMail {
	const reference = toTicketReference(id)
	const mail = {
		heading: `New application ${reference}`,
		paragraphs: [`This is ${describeApplication(title)}.`, message],
		notes: [`From: ${name}, ${email}`, hasFile ? 'A PDF came with it and is stored with the application.' : 'No file came with it.'],
	}
	return {
		template: 'support.application-notice',
		subject: `New application ${reference}`,
		headers: { 'Reply-To': email },
		...layoutMail(content, mail),
	}
}
