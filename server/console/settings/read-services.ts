import type { Config } from '#server/config/config.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { ServiceName } from './subjects.ts'

/** How a service is set up, in words: never a secret. */
export type Service = {
	title: string
	state: 'configured' | 'sandbox' | 'off'
	/** What it means for learners and buyers. */
	meaning: string
	facts: readonly (readonly [name: string, value: string])[]
	/** What to do for another state. */
	how: string
	/** What can be tried from here. */
	canCheck: boolean
}

const ASK = 'These are server settings. To change them, set these variables and restart the server:'

function describePayments({ payments }: Config): Service {
	const title = 'Payment provider'
	const how = `${ASK} STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRETS for Stripe, or BANK_TRANSFER for bank transfers alone.`
	if (payments.kind === 'sandbox')
		return {
			title,
			state: 'sandbox',
			meaning: 'Checkouts are a practice sandbox on this server. No money moves, and every page of it says so.',
			facts: [['Test card', '4242 4242 4242 4242']],
			how,
			canCheck: false,
		}
	if (payments.kind === 'bank-transfer')
		return {
			title,
			state: 'configured',
			meaning: 'Buyers pay by bank transfer to the account below. You mark each transfer as paid on its order.',
			facts: [['Provider', 'Bank transfer']],
			how,
			canCheck: true,
		}
	return {
		title,
		state: payments.livemode ? 'configured' : 'sandbox',
		meaning: payments.livemode
			? 'Buyers pay with Stripe, for real.'
			: 'Stripe is connected in test mode: its test cards work, and no money moves.',
		facts: [
			['Provider', 'Stripe'],
			['Mode', payments.livemode ? 'live' : 'test'],
			['Webhook', payments.webhookSecrets.length > 0 ? 'signature set' : 'signature missing'],
		],
		how,
		canCheck: true,
	}
}

function describeMail({ email }: Config): Service {
	const how = `${ASK} GOTRUE_SMTP_HOST and GOTRUE_SMTP_ADMIN_EMAIL, and GOTRUE_SMTP_USER and GOTRUE_SMTP_PASS if your provider asks for them.`
	const { smtp } = email
	if (!smtp)
		return {
			title: 'Mail server',
			state: 'sandbox',
			meaning: 'Emails stay on this server and are not delivered. You can read each one in the email log.',
			facts: [],
			how,
			canCheck: false,
		}
	return {
		title: 'Mail server',
		state: 'configured',
		meaning: 'Emails are delivered.',
		facts: [
			['Sender', smtp.from.address],
			['Newsletter emails per hour, at most', String(email.bulkPerHour)],
		],
		how,
		canCheck: true,
	}
}

function describeTexts({ sms }: Config): Service {
	const how = `${ASK} TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and the numbers to send from.`
	const title = 'Text messages'
	if (sms.twilio)
		return {
			title,
			state: 'configured',
			meaning: 'Text messages are sent by Twilio.',
			facts: [['Provider', 'Twilio']],
			how,
			canCheck: true,
		}
	if (sms.mode === 'outbox')
		return {
			title,
			state: 'sandbox',
			meaning: 'Text messages stay on this server. You can read each one in the email log.',
			facts: [],
			how,
			canCheck: false,
		}
	return { title, state: 'off', meaning: 'There are no text messages, and pages do not offer them.', facts: [], how, canCheck: false }
}

const describeAddress = ({ publicUrl, isLive, otherOrigins }: Config): Service => ({
	title: 'Web address',
	state: isLive ? 'configured' : 'sandbox',
	meaning: isLive
		? 'Links in emails, certificates and payments lead here.'
		: 'This server is for trying out: it is not for real buyers yet.',
	facts: [['Address', publicUrl], ...(otherOrigins.size > 0 ? [['Also at', [...otherOrigins.values()].join(', ')] as const] : [])],
	how: `${ASK} GOTRUE_SITE_URL for the address, and NODE_ENV=production once real people may buy.`,
	canCheck: true,
})

const DESCRIBE: Readonly<Record<ServiceName, (config: Config) => Service>> = {
	payments: describePayments,
	mail: describeMail,
	texts: describeTexts,
	address: describeAddress,
}

export const describeService = ({ config }: Pick<ServiceContext, 'config'>, name: ServiceName): Service => DESCRIBE[name](config)
