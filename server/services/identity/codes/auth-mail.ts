import type { Content } from '#content/load-content.server.ts'
import type { EmailVerificationType } from '#domain/auth/verification-types.ts'
import { layoutMail, type MailText } from '#server/services/messaging/outbox/mail-layout.ts'

/** Renders an email without a link: the code is entered on the open page. */
export const renderReauthenticationMail = (content: Content, { code, minutes }: { code: string; minutes: number }) => ({
	subject: `Confirm your ${content.site.name} change`,
	...layoutMail(content, {
		heading: 'Confirm that it’s you',
		paragraphs: ['Enter this code in your settings to finish the change you started there.'],
		code,
		notes: [
			`The code works once, for ${minutes} minutes.`,
			'Didn’t start a change? Then someone else is signed in to your account: choose a new password right away.',
		],
	}),
})

export type AuthMailName =
	| 'auth.confirmation'
	| 'auth.invite'
	| 'auth.magic-link'
	| 'auth.recovery'
	| 'auth.email-change-new'
	| 'auth.email-change-current'
export type AuthMail = { subject: string; text: string; html: string }
type Facts = {
	code: string
	link: string
	minutes: number
	opens?: readonly string[] | undefined
}

/** `type` parameter of the emailed link. The page uses it to say what the user is confirming. */
export const VERIFICATION_TYPE: Record<AuthMailName, EmailVerificationType> = {
	'auth.confirmation': 'signup',
	'auth.invite': 'invite',
	'auth.magic-link': 'magiclink',
	'auth.recovery': 'recovery',
	'auth.email-change-new': 'email_change',
	'auth.email-change-current': 'email_change',
}

/** The subject must not contain the code: mail clients show it in lists, and mail servers log it. */
type MailTexts = { subject: string; heading: string; lead: string; action: string; ignore: string }

// These emails quote nothing from the request: the name field of a sign-up form could carry a message to a third party.
const textsOf = ({ site }: Content): Record<AuthMailName, MailTexts> => ({
	'auth.confirmation': {
		subject: `Your ${site.name} code`,
		heading: `Welcome to ${site.name}`,
		lead: 'Enter this code where you signed up, or follow the link, to finish setting up your account.',
		action: 'Confirm my email address',
		ignore: 'Didn’t sign up? Just ignore this email: without the code, no one can open the account.',
	},
	'auth.invite': {
		subject: `You’re invited to ${site.name}`,
		heading: `You’re invited to ${site.name}`,
		lead: 'We’ve set up an account for this address. To make it yours, follow the link or enter this code on the sign-in page. After that, sign in with a code by email at any time, or set a password in your settings.',
		action: 'Accept the invitation',
		ignore: 'Weren’t expecting this? Just ignore this email: without the code, no one can open the account.',
	},
	'auth.magic-link': {
		subject: `Your ${site.name} sign-in code`,
		heading: 'Your sign-in code',
		lead: 'Enter this code on the sign-in page, or follow the link to sign in on this device.',
		action: 'Sign in',
		ignore: 'Didn’t ask for it? Just ignore this email: no one can sign in without the code.',
	},
	'auth.recovery': {
		subject: `Choose a new password for ${site.name}`,
		heading: 'Choose a new password',
		lead: 'Follow the link to choose a new password, or enter this code on the page where you asked for it.',
		action: 'Choose a new password',
		ignore: 'Didn’t ask for it? Just ignore this email: your password won’t change.',
	},
	'auth.email-change-new': {
		subject: `Confirm your new email address for ${site.name}`,
		heading: 'Confirm your new address',
		lead: 'You asked to use this address for your account. Follow the link, or enter this code in your settings. We’ve also emailed your current address.',
		action: 'Confirm this address',
		ignore: 'Don’t have an account with us? Just ignore this email, and we won’t use this address.',
	},
	'auth.email-change-current': {
		subject: `Your ${site.name} email address is about to change`,
		heading: 'Did you ask for this change?',
		lead: 'Someone signed in to your account asked to change its email address. If it was you, follow the link or enter this code in your settings. We’ve also emailed the new address.',
		action: 'Yes, change it',
		ignore: 'Wasn’t you? Just ignore this email and change your password: without this confirmation, your address stays the same.',
	},
})

const formatLifetime = (minutes: number) => (minutes >= 120 && minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`)

/** Renders the email to the owner of an address that someone tried to use for another account. */
export const renderTakenMail = (content: Content): AuthMail => ({
	subject: `Someone tried to move another ${content.site.name} account to your address`,
	...layoutMail(content, {
		heading: 'Your address is still yours',
		paragraphs: [
			'Someone asked to change the email address of another account to this one. This address already has an account here, so we changed nothing, and we didn’t tell them that the account exists.',
			'If that was you, sign in with this address instead.',
		],
		notes: ['Wasn’t you? You don’t need to do anything: no one got in, and we showed nothing about your account.'],
	}),
})

export function renderAuthMail(content: Content, name: AuthMailName, { code, link, minutes, opens = [] }: Facts): AuthMail {
	const texts = textsOf(content)[name]
	const mail: MailText = {
		heading: texts.heading,
		paragraphs: [texts.lead, ...(opens.length > 0 ? [`You have access to: ${opens.join(', ')}.`] : [])],
		code,
		action: { label: texts.action, url: link },
		notes: [`The code or the link works once, within ${formatLifetime(minutes)}.`, texts.ignore],
	}
	return { subject: texts.subject, ...layoutMail(content, mail) }
}
