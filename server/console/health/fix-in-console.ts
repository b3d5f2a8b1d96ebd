import { consolePaths } from '#contracts/console-paths.ts'

export type Fix = { words: string; label: string; href: string }

const settings = (subject: string) => `${consolePaths.settings}/${subject}`
const samples: Fix = {
	words: 'Replace the samples with your own content, or remove them: a live site doesn’t show samples.',
	label: 'Open the texts',
	href: consolePaths.content,
}

/** Fixes for checks that an operator can fix without access to the server, by check ID. */
const FIXES: Readonly<Record<string, Fix>> = {
	'sample-figures': samples,
	'sample-texts': samples,
	mentorship: { words: 'Set it up, or remove it from the offer.', label: 'Change the offer', href: settings('prices') },
	community: { words: 'Set it up, or remove it from the offer.', label: 'Change the offer', href: settings('prices') },
	film: {
		words: 'Upload the video, then choose it as the welcome video.',
		label: 'Choose the welcome video',
		href: `${settings('site-pages')}#f-welcomeVideo`,
	},
	access: {
		words: 'To sell the lessons, choose “Buyers only”. Leave it if they’re meant to be free.',
		label: 'Who can read the course',
		href: `${settings('prices')}#f-accessPolicy`,
	},
	sections: { words: 'Write the lessons, or tell buyers when they’ll be ready.', label: 'Open the course', href: consolePaths.course },
	promises: { words: 'Correct the claim, or add what is missing.', label: 'Open the texts', href: consolePaths.content },
	invoices: {
		words: 'Enter the seller’s details, and turn on invoices if you’re required to issue them.',
		label: 'Seller and tax',
		href: settings('tax'),
	},
	examples: {
		words: 'Enter your own email addresses and bank account.',
		label: 'Change the support email',
		href: `${settings('contact')}#f-supportEmail`,
	},
	mode: { words: 'Follow the steps to go live.', label: 'Going live', href: settings('going-live') },
	'payment-account': { words: 'Enter the live secret key of your Stripe account.', label: 'Payments', href: settings('payments') },
	'sms-account': {
		words: 'Check the account SID and the auth token here, and the account’s status in Twilio.',
		label: 'Text messages',
		href: settings('text-messages'),
	},
	'mail-login': { words: 'Check your mail server, user name and password.', label: 'Email settings', href: settings('mail') },
}

/** Texts for checks that only the server's administrator can fix. */
const SERVER_WORDS: Readonly<Record<string, string>> = {
	'operator-address': 'Ask the person who runs your server to send alerts to a mailbox that you read every day.',
	'payment-catalog': 'Ask the person who runs your server to send prices and coupons to Stripe.',
	'payment-reports': 'Ask the person who runs your server to compare the payments with Stripe.',
	backup: 'Ask the person who runs your server to back up to another disk every day.',
	'mail-dkim': 'Send yourself a test email and check that it’s signed, or ask the person who runs your server to set up signing (DKIM).',
	node: 'Ask the person who runs your server to update Node.',
	postgresql: 'Ask the person who runs your server to update PostgreSQL.',
}

/**
 * Returns how to fix a failed check of the launch checklist.
 * @returns `words` and `link` for the console. `onServer`: the original instructions with commands, if only the server's administrator
 * can fix it
 */
export function toConsoleFix(id: string, howToFix: string) {
	const fix = howToFix === '' ? undefined : FIXES[id]
	const ofServer = howToFix === '' ? undefined : SERVER_WORDS[id]
	return {
		words: fix?.words ?? ofServer ?? howToFix,
		link: fix ? { label: fix.label, href: fix.href } : null,
		onServer: ofServer === undefined ? null : howToFix,
	}
}

const FILES: readonly (readonly [RegExp, string])[] = [
	[/supportEmail in content\/site\.json/g, 'support email'],
	[/account in content\/company\/bank-transfer\.json/g, 'bank account'],
	[/, and content\/marketing\/claims\.json says that it is there/g, ', and it’s there'],
	[/content\/company\/seller\.json leaves it to Stripe/g, 'Stripe handles it'],
	[/the price of content\/offers\.json/g, 'your price'],
	[/GOTRUE_SMTP_ADMIN_EMAIL/g, 'sender of emails'],
	[/OPERATOR_EMAIL is not set/g, 'no mailbox for alerts is set'],
	[/OPERATOR_EMAIL/g, 'mailbox for alerts'],
	[/GOTRUE_SITE_URL/g, 'web address'],
	[/STRIPE_SECRET_KEY/g, 'Stripe secret key'],
	[/without \{\w+\}/g, 'without “coming later”'],
]

/** Replaces file and variable names with the labels operators see. */
export const withConsoleLabels = (found: string): string => FILES.reduce((text, [pattern, words]) => text.replaceAll(pattern, words), found)
