import { randomBytes, timingSafeEqual } from 'node:crypto'

import type { Content } from '#content/load-content.server.ts'
import type { Article } from '#content/schema/article.ts'
import { paths } from '#contracts/paths.ts'
import type { Config } from '#server/config/config.ts'
import { isCanonicalUuid } from '#server/db/database.ts'
import type { MailSite, RenderedMail, ServiceContext } from '#server/services/context.ts'
import { layoutMail, type MailText } from '#server/services/messaging/outbox/mail-layout.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/** Templates that anyone can trigger. Their number per address is limited (domain/newsletter/decide-mail.ts). */
export const OPEN_TEMPLATES = ['newsletter.confirmation', 'newsletter.reminder', 'newsletter.unsubscribe-link'] as const

const NOT_YOU = 'Didn’t sign up? Just ignore this email. Unless you confirm, we won’t write again.'

export const unsubscribeUrl = (config: Config, token: string) => `${config.siteUrl}${paths.unsubscribe}?token=${encodeURIComponent(token)}`

/** Returns the headers for the mail client's own unsubscribe button, which sends a POST to the URL (RFC 8058). */
export const oneClickUnsubscribeHeaders = (url: string) => ({
	'List-Unsubscribe': `<${url}>`,
	'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

export const withUnsubscribeNote = (mail: MailText, url: string): MailText => ({
	...mail,
	notes: [...mail.notes, { text: 'Don’t want these emails anymore?', label: 'Unsubscribe', url }],
})

// The emails below quote nothing from the form: the first name could carry a message to a third party.

export function confirmationMail(content: Content, config: Config, token: string): RenderedMail {
	const mail = {
		heading: 'Confirm your subscription',
		paragraphs: [`To get articles from ${content.site.name} by email, press this button and then the one on the page it opens.`],
		action: {
			label: 'Confirm my subscription',
			url: `${config.siteUrl}${paths.newsletterStep('confirm')}?token=${encodeURIComponent(token)}`,
		},
		notes: [content.fillPromises('Once you confirm, you get {newsletterRhythm}.'), 'The link works for seven days.', NOT_YOU],
	}
	return { template: 'newsletter.confirmation', subject: `Confirm your subscription to ${content.site.name}`, ...layoutMail(content, mail) }
}

/** Text of the invitation, stored as the consent text if the recipient agrees. */
export const invitationText = ({ site, fillPromises }: Content): string =>
	fillPromises(
		`Your address was given to ${site.name} for our articles. Would you like to get them? You get {newsletterRhythm}. Every email has a link that ends it.`,
	)

/** Renders an invitation that doesn't assume consent: the address was imported. */
export function invitationMail(content: Content, config: Config, token: string): RenderedMail {
	const mail = {
		heading: 'Would you like our articles?',
		paragraphs: [invitationText(content), 'If so, press this button and then the one on the page it opens.'],
		action: {
			label: 'Yes, send them to me',
			url: `${config.siteUrl}${paths.newsletterStep('confirm')}?token=${encodeURIComponent(token)}`,
		},
		notes: ['The link works for seven days. If you do nothing, we won’t write again, and your address is deleted.'],
	}
	return { template: 'newsletter.invitation', subject: `Articles from ${content.site.name}?`, ...layoutMail(content, mail) }
}

export function reminderMail(content: Content, config: Config, url: string): RenderedMail {
	const mail = {
		heading: 'You’re already subscribed',
		paragraphs: ['Someone entered this address in our newsletter form again. You don’t need to do anything: it already gets our articles.'],
		action: { label: 'Go to the blog', url: `${config.siteUrl}${paths.blog}` },
		notes: [],
	}
	return {
		template: 'newsletter.reminder',
		subject: 'You’re already subscribed',
		headers: oneClickUnsubscribeHeaders(url),
		...layoutMail(content, withUnsubscribeNote(mail, url)),
	}
}

export function welcomeMail({ config, content }: MailSite, url: string, articles: readonly Article[]): RenderedMail {
	const mail = {
		heading: 'You’re on the list',
		paragraphs: [
			content.fillPromises('Thank you for confirming. From now on you get {newsletterRhythm}.'),
			'Three to start with:',
			...articles.slice(0, 3).map(({ title, href }) => `${title}: ${config.siteUrl}${href}`),
		],
		action: { label: 'See all articles', url: `${config.siteUrl}${paths.blog}` },
		notes: [],
	}
	return {
		template: 'newsletter.welcome',
		subject: `You’re subscribed to ${content.site.name}`,
		headers: oneClickUnsubscribeHeaders(url),
		...layoutMail(content, withUnsubscribeNote(mail, url)),
	}
}

export function articleMail({ config, content }: MailSite, url: string, article: Article): RenderedMail {
	const mail = {
		heading: article.title,
		paragraphs: [article.excerpt, `${article.author} · ${article.readTime}`],
		action: { label: 'Read the article', url: `${config.siteUrl}${article.href}` },
		notes: [],
	}
	return {
		template: 'newsletter.article',
		subject: article.title,
		headers: oneClickUnsubscribeHeaders(url),
		...layoutMail(content, withUnsubscribeNote(mail, url)),
	}
}

export function unsubscribeLinkMail(content: Content, url: string): RenderedMail {
	const mail = {
		heading: 'Your link to unsubscribe',
		paragraphs: ['Someone asked for a link to stop our article emails to this address.'],
		action: { label: 'Unsubscribe', url },
		notes: ['Didn’t ask for it? Just ignore this email and nothing will change.'],
	}
	return {
		template: 'newsletter.unsubscribe-link',
		subject: `Your link to unsubscribe from ${content.site.name}`,
		headers: oneClickUnsubscribeHeaders(url),
		...layoutMail(content, mail),
	}
}

const TOKEN_BYTES = 32

/** Creates a token. It's random, so a plain hash protects it at rest. */
export const newConfirmToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

const sign = (ctx: ServiceContext, id: string) => keyedHash(ctx, 'newsletter', ['unsubscribe', id])

/** Returns a token that never expires. It's derived from the ID, so all emails to a subscriber contain the same one. */
export const unsubscribeToken = async (ctx: ServiceContext, id: string): Promise<string> =>
	`${id}.${(await sign(ctx, id)).toString('base64url')}`

/** @returns the subscription's ID, or null for an invalid token */
export async function readUnsubscribeToken(ctx: ServiceContext, token: string): Promise<string | null> {
	const [id = '', signature = ''] = token.split('.')
	if (!isCanonicalUuid(id)) return null
	const expected = await sign(ctx, id)
	const received = Buffer.from(signature, 'base64url')
	return received.length === expected.length && timingSafeEqual(received, expected) ? id : null
}
