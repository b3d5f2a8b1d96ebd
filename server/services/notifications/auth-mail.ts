import site from '#content/site.json' with { type: 'json' }
import type { EmailVerificationType } from '#domain/auth/verification-types.ts'

import { layoutMail, type MailText } from './mail-layout.ts'

export type AuthMailName =
	| 'auth.confirmation'
	| 'auth.invite'
	| 'auth.magic-link'
	| 'auth.recovery'
	| 'auth.email-change-new'
	| 'auth.email-change-current'
export type AuthMail = { subject: string; text: string; html: string }
type Facts = { code: string; link: string; minutes: number }

/** The word the link carries, so that the page knows what it confirms. */
export const VERIFICATION_TYPE: Record<AuthMailName, EmailVerificationType> = {
	'auth.confirmation': 'signup',
	'auth.invite': 'invite',
	'auth.magic-link': 'magiclink',
	'auth.recovery': 'recovery',
	'auth.email-change-new': 'email_change',
	'auth.email-change-current': 'email_change',
}

type Words = { subject: (code: string) => string; heading: string; lead: string; action: string; ignore: string }

// Nothing a stranger typed stands in these mails: a name in a sign-up form must not become a message to somebody else.
const WORDS: Record<AuthMailName, Words> = {
	'auth.confirmation': {
		subject: (code) => `${code} is your ${site.name} code`,
		heading: `Welcome to ${site.name}`,
		lead: 'Enter this code where you signed up, or follow the link, and your account is ready.',
		action: 'Confirm my email address',
		ignore: 'You did not sign up? Then do nothing: without the code the account stays closed.',
	},
	'auth.invite': {
		subject: () => `You are invited to ${site.name}`,
		heading: `You are invited to ${site.name}`,
		lead: 'An account has been opened for this address. Follow the link, or enter this code on the sign-in page, and it is yours.',
		action: 'Accept the invitation',
		ignore: 'You did not expect it? Then do nothing: without the code the account stays closed.',
	},
	'auth.magic-link': {
		subject: (code) => `${code} is your ${site.name} sign-in code`,
		heading: 'Your sign-in code',
		lead: 'Enter this code on the sign-in page, or follow the link to sign in on this device.',
		action: 'Sign in',
		ignore: 'You did not ask for it? Then do nothing: nobody gets in without the code.',
	},
	'auth.recovery': {
		subject: () => `Choose a new password for ${site.name}`,
		heading: 'Choose a new password',
		lead: 'Follow the link to choose a new password, or enter this code on the page where you asked for it.',
		action: 'Choose a new password',
		ignore: 'You did not ask for it? Then do nothing: your password stays as it is.',
	},
	'auth.email-change-new': {
		subject: () => `Confirm your new email address for ${site.name}`,
		heading: 'Confirm your new address',
		lead: 'This address is to become the one of your account. Follow the link, or enter this code in your settings. Your present address gets a mail of its own.',
		action: 'Confirm this address',
		ignore: 'You have no account with us? Then do nothing: this address stays out of it.',
	},
	'auth.email-change-current': {
		subject: () => `Your ${site.name} email address is about to change`,
		heading: 'Is this change yours?',
		lead: 'Somebody signed in to your account asked to change its email address. If it was you, follow the link or enter this code in your settings. The new address gets a mail of its own.',
		action: 'Yes, change it',
		ignore: 'It was not you? Then do nothing and change your password: without this confirmation the address stays.',
	},
}

/** Hours only where they come out even. */
const sayLifetime = (minutes: number) => (minutes >= 120 && minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`)

/** To the owner of an address that somebody wanted for another account. It carries nothing to press: nothing is to be done. */
export const renderTakenMail = (): AuthMail => ({
	subject: `Someone tried to move another ${site.name} account to your address`,
	...layoutMail({
		heading: 'Your address stays yours',
		paragraphs: [
			'Someone asked to change the email address of another account to this one. This address already has an account here, so nothing was changed, and they were not told that it has one.',
			'If that was you, sign in with this address instead.',
		],
		notes: ['It was not you? Then there is nothing to do: nobody got in, and nothing about your account was shown.'],
	}),
})

/** Subject, text and HTML of a mail that proves a mailbox: the 6-digit code and the link, both good for `minutes`. */
export function renderAuthMail(name: AuthMailName, { code, link, minutes }: Facts): AuthMail {
	const words = WORDS[name]
	const mail: MailText = {
		heading: words.heading,
		paragraphs: [words.lead],
		code,
		action: { label: words.action, url: link },
		notes: [`Code and link work once, for ${sayLifetime(minutes)}.`, words.ignore],
	}
	return { subject: words.subject(code), ...layoutMail(mail) }
}
