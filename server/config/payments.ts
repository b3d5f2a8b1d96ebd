import { z } from 'zod'

import { flag, type ConfigProblem, splitList } from './variable.ts'

const secrets = z.string().transform((list, issues) => {
	const entries = splitList(list)
	if (entries.some((entry) => !/^whsec_\S{8,}$/.test(entry)))
		issues.addIssue({ code: 'custom', message: 'must be signing secrets (whsec_…), separated by commas' })
	return entries
})

export const paymentsEnvironment = {
	STRIPE_SECRET_KEY: z
		.string()
		.regex(/^[sr]k_(?:test|live)_\w{8,}$/, 'must be a secret or restricted key (sk_test_…, sk_live_…, rk_…)')
		.optional(),
	STRIPE_WEBHOOK_SECRETS: secrets.prefault(''),
	STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
	/** Obsolete: replaced by content/company/seller.json. The server refuses to start while it is on. */
	STRIPE_AUTOMATIC_TAX: flag.default(false),
	BANK_TRANSFER: flag.default(false),
}

type PaymentsVariables = z.output<z.ZodObject<typeof paymentsEnvironment>>

type StripeConfig = {
	kind: 'stripe'
	secretKey: string
	livemode: boolean
	/** Secrets, newest first; more than one during a rotation. */
	webhookSecrets: readonly string[]
	/** Base URL of the API, without a trailing slash. */
	apiBase: string
}

type PaymentsConfig = { kind: 'sandbox' } | { kind: 'bank-transfer' } | StripeConfig

export const isLiveKey = (key: string | undefined): boolean => key !== undefined && /^[sr]k_live_/.test(key)

type Variables = PaymentsVariables & { NODE_ENV?: string | undefined; SANDBOX?: boolean | undefined }

/** Returns a problem if a production server has neither a payment provider nor the sandbox turned on; null otherwise. */
export const findUnpayable = (env: Variables) =>
	env.NODE_ENV === 'production' && !env.STRIPE_SECRET_KEY && !env.BANK_TRANSFER && !env.SANDBOX
		? {
				variable: 'SANDBOX',
				message: 'production without STRIPE_SECRET_KEY or BANK_TRANSFER needs SANDBOX=1 (payments stay on this machine)',
			}
		: null

export function refusePayments(env: Variables): ConfigProblem | null {
	const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRETS: hooks } = env
	if (env.STRIPE_AUTOMATIC_TAX)
		return { variable: 'STRIPE_AUTOMATIC_TAX', message: 'was removed: set "mode" of the tax in content/company/seller.json to "stripe"' }
	if (env.BANK_TRANSFER && key !== undefined)
		return { variable: 'BANK_TRANSFER', message: 'and STRIPE_SECRET_KEY cannot be combined: only one of them can take payments' }
	if (key === undefined)
		return hooks.length > 0 ? { variable: 'STRIPE_SECRET_KEY', message: 'is needed with STRIPE_WEBHOOK_SECRETS' } : null
	if (!isLiveKey(key))
		return env.NODE_ENV === 'production' && !env.SANDBOX
			? {
					variable: 'STRIPE_SECRET_KEY',
					message:
						'is a test key: anyone who knows the published test cards could get the course; set the live key, or SANDBOX=1 to rehearse',
				}
			: null
	if (hooks.length === 0)
		return { variable: 'STRIPE_WEBHOOK_SECRETS', message: 'is needed with a live key: without it no payment would be reported' }
	return env.SANDBOX ? { variable: 'SANDBOX', message: 'says that nothing leaves this machine, but STRIPE_SECRET_KEY is a live key' } : null
}

/** Returns a request that checks the key: its response is 401 if the key is unknown. Null if payments don't use Stripe. */
export const findKeyCheck = (payments: PaymentsConfig) =>
	payments.kind === 'stripe'
		? { variable: 'STRIPE_SECRET_KEY', url: `${payments.apiBase}/v1/balance`, authorization: `Bearer ${payments.secretKey}` }
		: null

/** Builds the payment settings. The built-in sandbox is the default. */
export function toPaymentsConfig(env: PaymentsVariables): PaymentsConfig {
	if (env.BANK_TRANSFER) return { kind: 'bank-transfer' }
	if (env.STRIPE_SECRET_KEY === undefined) return { kind: 'sandbox' }
	return {
		kind: 'stripe',
		secretKey: env.STRIPE_SECRET_KEY,
		livemode: isLiveKey(env.STRIPE_SECRET_KEY),
		webhookSecrets: env.STRIPE_WEBHOOK_SECRETS,
		apiBase: env.STRIPE_API_BASE.replace(/\/+$/, ''),
	}
}
