import type { Config } from '#server/config/config.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { ServiceName } from './subjects.ts'

export type Service = {
	title: string
	state: 'configured' | 'sandbox' | 'off'
	/** Effect on learners and buyers. */
	meaning: string
	facts: readonly (readonly [name: string, value: string])[]
	canCheck: boolean
}

function describePayments({ payments }: Config): Service {
	const title = 'Payment provider'
	if (payments.kind === 'sandbox')
		return {
			title,
			state: 'sandbox',
			meaning: 'Checkouts run in a sandbox on this server. No money moves, and every checkout page says so.',
			facts: [['Test card', '4242 4242 4242 4242']],
			canCheck: false,
		}
	if (payments.kind === 'bank-transfer')
		return {
			title,
			state: 'configured',
			meaning: 'Buyers pay by bank transfer to the account below. You mark each transfer as paid on its order.',
			facts: [['Provider', 'Bank transfer']],
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
		canCheck: true,
	}
}

function describeMail({ email }: Config): Service {
	const { smtp } = email
	if (!smtp)
		return {
			title: 'Mail server',
			state: 'sandbox',
			meaning: 'Emails stay on this server and aren’t delivered. You can read each one in the email log.',
			facts: [],
			canCheck: false,
		}
	return {
		title: 'Mail server',
		state: 'configured',
		meaning: 'Emails are delivered.',
		facts: [['Sender', smtp.from.address]],
		canCheck: true,
	}
}

function describeTexts({ sms }: Config): Service {
	const title = 'Text messages'
	if (sms.twilio)
		return {
			title,
			state: 'configured',
			meaning: 'Text messages are sent by Twilio.',
			facts: [['Provider', 'Twilio']],
			canCheck: true,
		}
	if (sms.mode === 'outbox')
		return {
			title,
			state: 'sandbox',
			meaning: 'Text messages stay on this server. You can read each one in the email log.',
			facts: [],
			canCheck: false,
		}
	return { title, state: 'off', meaning: 'Text messages are off, and pages don’t offer them.', facts: [], canCheck: false }
}

const describeAddress = ({ publicUrl, isLive, otherOrigins }: Config): Service => ({
	title: 'Web address',
	state: isLive ? 'configured' : 'sandbox',
	meaning: isLive ? 'Links in emails, certificates and payments lead here.' : 'This server is a sandbox until you go live.',
	facts: [['Address', publicUrl], ...(otherOrigins.size > 0 ? [['Also at', [...otherOrigins.values()].join(', ')] as const] : [])],
	canCheck: true,
})

const describeLive = ({ isLive }: Config): Service => ({
	title: 'Status',
	state: isLive ? 'configured' : 'sandbox',
	meaning: isLive ? 'Buyers pay with real money.' : 'Your academy isn’t live. Practice as much as you like.',
	facts: [],
	canCheck: false,
})

const DESCRIBE: Readonly<Record<ServiceName, (config: Config) => Service>> = {
	payments: describePayments,
	mail: describeMail,
	texts: describeTexts,
	address: describeAddress,
	live: describeLive,
}

export const describeService = ({ config }: Pick<ServiceContext, 'config'>, name: ServiceName): Service => DESCRIBE[name](config)
