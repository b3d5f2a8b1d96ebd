import type { Content } from '#content/load-content.server.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { MAILBOX_LINK_MINUTES } from '#domain/privacy/periods.ts'
import type { RenderedMail } from '#server/services/context.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'

const WHAT_STAYS = 'Tax law requires us to keep payment records for seven years, without your name, and any invoices unchanged.'

/** Requester: the person, or an operator on their behalf. */
export type RequestedBy = 'owner' | 'operator'

const repliesTo = (content: Content, by: RequestedBy) => (by === 'operator' ? { headers: { 'Reply-To': content.site.supportEmail } } : {})

type Erasure = { erasesAt: Date; signInUrl: string; by: RequestedBy }

export function erasureRequestedMail(content: Content, { erasesAt, signInUrl, by }: Erasure): RenderedMail {
	const mail = {
		heading: `Your account will be deleted on ${formatUtcDay(erasesAt)}`,
		paragraphs: [
			by === 'owner'
				? `You asked us to delete your ${content.site.name} account. You have been signed out everywhere.`
				: `We’ve scheduled the deletion of your ${content.site.name} account. You have been signed out everywhere.`,
			'Until then, nothing is lost: to keep your account, sign in and cancel the deletion in your settings.',
			'After that, these are gone for good: what you did, wrote and planned in the course, your supporter’s details, your certificate, your messages and your access to what you bought.',
		],
		action: { label: 'Sign in to keep my account', url: signInUrl },
		notes: [
			WHAT_STAYS,
			by === 'owner'
				? 'Didn’t ask for this? Then someone else was signed in to your account: sign in, keep your account, and choose a new password.'
				: 'Questions? Reply to this email.',
		],
	}
	return {
		template: 'privacy.erasure-requested',
		subject: `Your ${content.site.name} account will be deleted`,
		...repliesTo(content, by),
		...layoutMail(content, mail),
	}
}

export function erasureCanceledMail(content: Content, by: RequestedBy): RenderedMail {
	const mail = {
		heading: 'Your account stays',
		paragraphs: [`Your ${content.site.name} account won’t be deleted. Everything is as it was.`],
		notes: [
			by === 'owner'
				? 'Wasn’t you? Then someone else is signed in to your account: sign out the other sessions in your settings and choose a new password.'
				: 'We canceled the deletion. Questions? Reply to this email.',
		],
	}
	return {
		template: 'privacy.erasure-canceled',
		subject: `Your ${content.site.name} account stays`,
		...repliesTo(content, by),
		...layoutMail(content, mail),
	}
}

export function accountDeletedMail(content: Content): RenderedMail {
	const mail = {
		heading: 'Your account is being deleted',
		paragraphs: [
			`This can’t be undone: your ${content.site.name} account and everything in it will be deleted within a day.`,
			'This is our last email to this address, and we delete our copy of it too.',
		],
		notes: [WHAT_STAYS],
	}
	return { template: 'privacy.farewell', subject: `Your ${content.site.name} account is being deleted`, ...layoutMail(content, mail) }
}

/** Renders the email with the link. It must not reveal whether the address is known. */
export function mailboxLinkMail(content: Content, { link }: { link: string }): RenderedMail {
	const mail = {
		heading: `Your data at ${content.site.name}`,
		paragraphs: [
			`Open the link to see what ${content.site.name} has stored for this email address, and to download or delete it.`,
			`The link works for ${MAILBOX_LINK_MINUTES} minutes. Nothing is deleted until you confirm it on that page.`,
		],
		action: { label: 'See my choices', url: link },
		notes: [
			'Didn’t ask for this? Someone probably entered your address by mistake. You don’t need to do anything, but please don’t share the link.',
		],
	}
	return { template: 'privacy.mailbox-link', subject: `Your data at ${content.site.name}`, ...layoutMail(content, mail) }
}
