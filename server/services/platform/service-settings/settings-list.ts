import { isLiveKey } from '#server/config/payments.ts'

/** Group of settings for a service that can be connected in the console. */
export type ServiceGroup = 'payments' | 'mail' | 'texts' | 'address' | 'live'

export type ServiceSetting = {
	/** Environment variable that the setting replaces. */
	variable: string
	label: string
	hint?: string
	/** Secret settings are never shown again after they were entered. */
	isSecret?: true
	type?: 'text' | 'email' | 'number' | 'url'
}

export const SERVICE_SETTINGS: Readonly<Record<ServiceGroup, readonly ServiceSetting[]>> = {
	payments: [
		{
			variable: 'STRIPE_SECRET_KEY',
			label: 'Secret key',
			hint: 'In Stripe under Developers, API keys. It starts with sk_ or rk_.',
			isSecret: true,
		},
		{
			variable: 'STRIPE_WEBHOOK_SECRETS',
			label: 'Webhook signing secret',
			hint: 'In Stripe under Developers, Webhooks, after you have added the address above. It starts with whsec_.',
			isSecret: true,
		},
	],
	mail: [
		{ variable: 'GOTRUE_SMTP_HOST', label: 'Server', hint: 'For example smtp.example.com. See your mail provider’s documentation.' },
		{ variable: 'GOTRUE_SMTP_PORT', label: 'Port', hint: 'Usually 587 or 465. Leave empty for 587.', type: 'number' },
		{ variable: 'GOTRUE_SMTP_USER', label: 'User name' },
		{ variable: 'GOTRUE_SMTP_PASS', label: 'Password', isSecret: true },
		{ variable: 'GOTRUE_SMTP_ADMIN_EMAIL', label: 'Sender address', hint: 'Emails are sent from this address.', type: 'email' },
		{ variable: 'GOTRUE_SMTP_SENDER_NAME', label: 'Sender name', hint: 'Leave empty for the name of your academy.' },
		{
			variable: 'SMTP_MAILS_PER_SECOND',
			label: 'Maximum emails per second',
			hint: 'See your mail provider’s limits. Newsletters are sent at this rate. Leave empty for 3,000 an hour.',
			type: 'number',
		},
		{
			variable: 'SMTP_MAILS_PER_DAY',
			label: 'Maximum emails per day',
			hint: 'Newsletters leave a tenth of it for sign-in codes and receipts. Leave empty for no limit.',
			type: 'number',
		},
	],
	texts: [
		{ variable: 'TWILIO_ACCOUNT_SID', label: 'Account SID', hint: 'On the first page of Twilio’s console. It starts with AC.' },
		{ variable: 'TWILIO_AUTH_TOKEN', label: 'Auth token', isSecret: true },
		{ variable: 'TWILIO_CODE_SERVICE_SID', label: 'Messaging service for codes', hint: 'It starts with MG.' },
		{
			variable: 'TWILIO_NOTIFICATION_SERVICE_SID',
			label: 'Messaging service for everything else',
			hint: 'Use a separate one: a STOP reply silences a whole service.',
		},
	],
	address: [
		{
			variable: 'GOTRUE_SITE_URL',
			label: 'Web address',
			hint: 'For example https://www.example.com. Links in emails use it.',
			type: 'url',
		},
	],
	live: [{ variable: 'SANDBOX', label: 'Sandbox' }],
}

export const SERVICE_GROUPS = Object.keys(SERVICE_SETTINGS) as readonly ServiceGroup[]

export type Variables = Readonly<Record<string, string | undefined>>

/** True if the environment sets up this service. The console's values are then ignored. */
export const isSetByEnvironment = (environment: Variables, group: ServiceGroup): boolean =>
	SERVICE_SETTINGS[group].some(({ variable }) => (environment[variable] ?? '') !== '')

/** Value of `SANDBOX` once the site is live. */
export const SANDBOX_OFF = '0'

/** True in production, unless the environment decides. Until an operator goes live in the console, such a server is a sandbox. */
export const isLiveDecidedInConsole = (environment: Variables): boolean =>
	environment['NODE_ENV'] === 'production' &&
	!isSetByEnvironment(environment, 'live') &&
	!isSetByEnvironment(environment, 'payments') &&
	(environment['BANK_TRANSFER'] ?? '') === ''

/**
 * Adds the console's values for services that the environment doesn't set up. Live payment keys are omitted until the site goes
 * live.
 */
export function withConsoleSettings(environment: Variables, values: Readonly<Record<string, string>>): Variables {
	const merged: Record<string, string | undefined> = { ...environment }
	for (const group of SERVICE_GROUPS) {
		if (isSetByEnvironment(environment, group)) continue
		for (const { variable } of SERVICE_SETTINGS[group]) if (values[variable] !== undefined) merged[variable] = values[variable]
	}
	// A mail server entered in the console must not be in a private network.
	if (environment['NODE_ENV'] === 'production' && !isSetByEnvironment(environment, 'mail')) merged['SMTP_PRIVATE_HOSTS'] ||= '0'
	if (!isLiveDecidedInConsole(environment) || merged['SANDBOX'] === SANDBOX_OFF) return merged
	merged['SANDBOX'] = '1'
	if (isLiveKey(merged['STRIPE_SECRET_KEY'])) for (const { variable } of SERVICE_SETTINGS.payments) delete merged[variable]
	return merged
}
