import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { isLoopbackHost } from '#domain/network/loopback.ts'

import { flag, type ConfigProblem } from './variable.ts'

const address = z.string().transform((text, issues) => {
	const bare = parseEmailAddress(text)
	if (bare === null) issues.addIssue({ code: 'custom', message: 'must be one bare address, such as academy@example.com' })
	return bare ?? ''
})

function isRsaKey(pem: string): boolean {
	try {
		return createPrivateKey(pem).asymmetricKeyType === 'rsa'
	} catch {
		return false
	}
}

const rsaKey = z
	.string()
	// Allow `\n` for line breaks: many tools that store variables allow only one line.
	.transform((text) => text.replaceAll('\\n', '\n'))
	.refine(isRsaKey, 'must be an RSA private key in PEM')

const HOST_NAME = /^[a-z0-9](?:[a-z0-9.:-]{0,251}[a-z0-9])?$/i
/** Pattern for names without control characters, and without any that must be quoted in a header. */
const DISPLAY_NAME = /^[^\p{C}"<>\\]{1,100}$/u

export const mailEnvironment = {
	GOTRUE_SMTP_HOST: z.string().regex(HOST_NAME, 'must be a host name').optional(),
	GOTRUE_SMTP_PORT: z.coerce.number().int().min(1).max(65_535).default(587),
	GOTRUE_SMTP_USER: z.string().optional(),
	GOTRUE_SMTP_PASS: z.string().optional(),
	GOTRUE_SMTP_ADMIN_EMAIL: address.optional(),
	GOTRUE_SMTP_SENDER_NAME: z.string().regex(DISPLAY_NAME, 'must be a plain name of at most 100 characters').optional(),
	SMTP_SECURITY: z.enum(['starttls', 'tls', 'none']).optional(),
	SMTP_PRIVATE_HOSTS: flag.default(true),
	SMTP_CONNECTIONS: z.coerce.number().int().min(1).max(20).default(5),
	SMTP_BOUNCE_ADDRESS: address.optional(),
	SMTP_DKIM_SELECTOR: z
		.string()
		.regex(/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i, 'must be the name before ._domainkey')
		.optional(),
	SMTP_DKIM_PRIVATE_KEY: rsaKey.optional(),
	SMTP_MAILS_PER_SECOND: z.coerce.number().min(0.01).max(1000).optional(),
	SMTP_MAILS_PER_DAY: z.coerce.number().int().min(100).optional(),
	NEWSLETTER_PER_HOUR: z.coerce.number().int().min(60).max(3_600_000).optional(),
	OPERATOR_EMAIL: address.optional(),
}

type MailVariables = z.output<z.ZodObject<typeof mailEnvironment>>

/** Variables that decide whether emails may stay in the outbox instead of being sent. */
type Surroundings = { NODE_ENV: string; SANDBOX?: boolean | undefined; STRIPE_SECRET_KEY?: string | undefined }

export type SmtpConfig = {
	host: string
	port: number
	/** Encryption. `starttls` and `tls` refuse to send anything unencrypted. */
	security: 'starttls' | 'tls' | 'none'
	login: { user: string; pass: string } | null
	connections: number
	mayBePrivate: boolean
	/** Sender. A null `name` uses the name of the site. */
	from: { name: string | null; address: string }
	/** Address for bounces, to which `+` and the message's ID are added; null sends bounces to `from`. */
	bounceAddress: string | null
	dkim: { domain: string; selector: string; privateKey: string } | null
}

const NEED_HOST = [
	'GOTRUE_SMTP_USER',
	'GOTRUE_SMTP_PASS',
	'GOTRUE_SMTP_ADMIN_EMAIL',
	'SMTP_SECURITY',
	'SMTP_BOUNCE_ADDRESS',
	'SMTP_DKIM_SELECTOR',
	'SMTP_DKIM_PRIVATE_KEY',
] as const

const together = (env: MailVariables, names: readonly (keyof MailVariables)[], what: string): ConfigProblem[] => {
	const missing = names.find((name) => env[name] === undefined)
	return missing !== undefined && names.some((name) => env[name] !== undefined) ? [{ variable: missing, message: what }] : []
}

/** Finds problems with the mail settings, each listed under the variable to change. */
export function findMailConfigProblems(env: MailVariables & Surroundings): ConfigProblem[] {
	const host = env.GOTRUE_SMTP_HOST
	if (host === undefined) {
		if (NEED_HOST.some((name) => env[name] !== undefined))
			return [{ variable: 'GOTRUE_SMTP_HOST', message: 'is needed with the other variables of SMTP' }]
		if (env.STRIPE_SECRET_KEY?.startsWith('sk_live_'))
			return [{ variable: 'GOTRUE_SMTP_HOST', message: 'live payments need a mail server: in the sandbox, anyone can read buyers’ codes' }]
		if (env.NODE_ENV === 'production' && !env.SANDBOX)
			return [{ variable: 'GOTRUE_SMTP_HOST', message: 'production without it needs SANDBOX=1 (emails stay on this machine)' }]
		return []
	}
	const problems = [
		...together(env, ['GOTRUE_SMTP_USER', 'GOTRUE_SMTP_PASS'], 'user and password go together'),
		...together(env, ['SMTP_DKIM_SELECTOR', 'SMTP_DKIM_PRIVATE_KEY'], 'selector and key go together'),
	]
	if (env.GOTRUE_SMTP_ADMIN_EMAIL === undefined)
		problems.push({
			variable: 'GOTRUE_SMTP_ADMIN_EMAIL',
			message: 'is needed with GOTRUE_SMTP_HOST: the address that emails are sent from',
		})
	if (env.SMTP_SECURITY === 'none' && env.GOTRUE_SMTP_PASS !== undefined && !isLoopbackHost(host))
		problems.push({
			variable: 'SMTP_SECURITY',
			message: 'none would send the password unencrypted; it is allowed only for a host on this machine',
		})
	return problems
}

function toSmtp(env: MailVariables): SmtpConfig | null {
	const { GOTRUE_SMTP_HOST: host, GOTRUE_SMTP_PORT: port, GOTRUE_SMTP_ADMIN_EMAIL: from } = env
	if (host === undefined || from === undefined) return null
	const { GOTRUE_SMTP_USER: user, GOTRUE_SMTP_PASS: pass, SMTP_DKIM_SELECTOR: selector, SMTP_DKIM_PRIVATE_KEY: privateKey } = env
	return {
		host,
		port,
		security: env.SMTP_SECURITY ?? (port === 465 ? 'tls' : 'starttls'),
		login: user !== undefined && pass !== undefined ? { user, pass } : null,
		connections: env.SMTP_CONNECTIONS,
		mayBePrivate: env.SMTP_PRIVATE_HOSTS,
		from: { name: env.GOTRUE_SMTP_SENDER_NAME ?? null, address: from },
		bounceAddress: env.SMTP_BOUNCE_ADDRESS ?? null,
		dkim: selector !== undefined && privateKey !== undefined ? { domain: from.split('@')[1] ?? '', selector, privateKey } : null,
	}
}

/** Default rate in emails per hour, if none is configured: low enough for any provider. */
const CAREFUL_PER_HOUR = 3000

/** Returns the rate for newsletters in emails per hour: the lower of the provider's limit and the configured rate. */
function toBulkRate({ SMTP_MAILS_PER_SECOND: perSecond, NEWSLETTER_PER_HOUR: wanted }: MailVariables): number {
	const offered = perSecond === undefined ? Infinity : perSecond * 3600
	return Math.min(offered, wanted ?? (perSecond === undefined ? CAREFUL_PER_HOUR : Infinity))
}

/** Builds the email settings. Without a host, every email stays in the outbox, which the sandbox shows. */
export function toMailConfig(env: MailVariables) {
	const smtp = toSmtp(env)
	return {
		bulkPerHour: toBulkRate(env),
		perDay: env.SMTP_MAILS_PER_DAY ?? null,
		mode: smtp ? ('smtp' as const) : ('outbox' as const),
		smtp,
	}
}
