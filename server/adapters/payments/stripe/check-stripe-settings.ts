import type Stripe from 'stripe'

import type { ProviderFinding } from '#server/adapters/payments/port.ts'

import { isStripeError } from './stripe-error.ts'

/** Events we need: without them, orders would not be settled and disputes would go unnoticed. */
const NEEDED_EVENTS = [
	'checkout.session.completed',
	'checkout.session.async_payment_succeeded',
	'payment_intent.succeeded',
	'charge.refunded',
	'refund.failed',
	'charge.dispute.created',
	'radar.early_fraud_warning.created',
]

const DAY_SECONDS = 86_400
/** Shortest lifetime of a checkout that Stripe accepts, plus a minute. */
const SHORTEST_CHECKOUT_SECONDS = 1800 + 60

export type CheckOptions = { webhookUrl: string; siteUrl: string; usesTax: boolean; now: Date }
type Verdict = Omit<ProviderFinding, 'about'>

const UNKNOWN_KEY = 'Stripe doesn’t recognize the key'

const ok = (found: string): Verdict => ({ state: 'ok', found, howToFix: '' })

function explain(error: unknown): Verdict {
	if (isStripeError(error, 'StripeAuthenticationError'))
		return {
			state: 'fix',
			found: UNKNOWN_KEY,
			howToFix: 'In Stripe, open Developers, API keys, and copy the secret key into STRIPE_SECRET_KEY.',
		}
	if (isStripeError(error, 'StripePermissionError'))
		return { state: 'warn', found: 'the restricted key has no permission for this check', howToFix: 'Check it in Stripe’s dashboard.' }
	const problem = error instanceof Error ? error.message : String(error)
	return { state: 'fix', found: `unexpected answer from Stripe: ${problem}`, howToFix: 'Try again; see status.stripe.com.' }
}

async function checkAccount(stripe: Stripe): Promise<Verdict> {
	const account = await stripe.accounts.retrieveCurrent()
	const problem = { state: 'fix', howToFix: 'Finish setting up your account in Stripe’s dashboard, which shows what’s missing.' } as const
	if (!account.charges_enabled) return { ...problem, found: `the account ${account.id} can’t take payments yet` }
	if (!account.payouts_enabled) return { ...problem, found: `the account ${account.id} can’t pay out yet` }
	return ok(`account ${account.id}`)
}

/**
 * Checks that the terms are set at Stripe. The API doesn't return their URL, but refuses a checkout without it: this opens one
 * and expires it right away.
 */
async function checkTerms(stripe: Stripe, { siteUrl, now }: CheckOptions): Promise<Verdict> {
	try {
		const session = await stripe.checkout.sessions.create({
			mode: 'payment',
			consent_collection: { terms_of_service: 'required' },
			line_items: [{ price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'Check of the settings' } }, quantity: 1 }],
			success_url: siteUrl,
			expires_at: Math.floor(now.getTime() / 1000) + SHORTEST_CHECKOUT_SECONDS,
		})
		await stripe.checkout.sessions.expire(session.id)
		return ok('a checkout with the terms checkbox opens')
	} catch (error) {
		if (!isStripeError(error, 'StripeInvalidRequestError') || !/terms of service/i.test(error.message)) throw error
		const howToFix = `In Stripe, open Settings, Business, Public details, and enter ${siteUrl}/terms as the URL of your terms.`
		return { state: 'fix', found: 'Stripe refuses to open checkouts: it doesn’t have the URL of your terms', howToFix }
	}
}

async function checkWebhook(stripe: Stripe, { webhookUrl }: CheckOptions): Promise<Verdict> {
	const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
	const endpoint = data.find(({ url }) => url === webhookUrl)
	const problem = {
		state: 'fix',
		howToFix: `In Stripe, open Developers, Webhooks, and set up ${webhookUrl} (docs/payments.md).`,
	} as const
	if (!endpoint) return { ...problem, found: `Stripe has no endpoint ${webhookUrl}` }
	if (endpoint.status !== 'enabled') return { ...problem, found: `the endpoint ${endpoint.id} is ${endpoint.status}` }
	const missing = NEEDED_EVENTS.filter((name) => !endpoint.enabled_events.some((enabled) => enabled === '*' || enabled === name))
	if (missing.length > 0) return { ...problem, found: `the endpoint ${endpoint.id} doesn’t send ${missing.join(', ')}` }
	return ok(`the endpoint ${endpoint.id} sends to ${webhookUrl}`)
}

async function checkDeliveries(stripe: Stripe, { now }: CheckOptions): Promise<Verdict> {
	const since = Math.floor(now.getTime() / 1000) - 3 * DAY_SECONDS
	const { data } = await stripe.events.list({ delivery_success: false, created: { gte: since }, limit: 1 })
	const [last] = data
	if (!last) return ok('every webhook of the last three days was accepted')
	const howToFix = 'Copy the endpoint’s signing secret into STRIPE_WEBHOOK_SECRETS and restart; the log says why each webhook was refused.'
	return { state: 'fix', found: `this server refused the webhook ${last.id} (${last.type})`, howToFix }
}

/** Checks the tax settings. Stripe Tax collects tax only in countries with a registration (docs.stripe.com/tax/zero-tax). */
async function checkTax(stripe: Stripe, { usesTax }: CheckOptions): Promise<Verdict> {
	if (!usesTax) return ok('Stripe doesn’t calculate your tax')
	const { status } = await stripe.tax.settings.retrieve()
	const place = 'In Stripe, open Settings, Tax, and'
	if (status !== 'active')
		return {
			state: 'fix',
			found: 'Stripe Tax is not set up: no checkout would open',
			howToFix: `${place} enter the address of your business.`,
		}
	const { data } = await stripe.tax.registrations.list({ status: 'active', limit: 100 })
	const countries = [...new Set(data.map(({ country }) => country))].toSorted()
	return data.length === 0
		? {
				state: 'warn',
				found: 'Stripe Tax has no registration, so it collects no tax',
				howToFix: `${place} enter where you are registered.`,
			}
		: ok(`collects tax in ${countries.join(', ')}`)
}

/** Checks our settings at Stripe. Never throws. If the key is wrong, nothing else is checked. */
export async function checkStripeSettings(stripe: Stripe, options: CheckOptions): Promise<ProviderFinding[]> {
	const account = await checkAccount(stripe).catch(explain)
	const first: ProviderFinding = { about: 'account', ...account }
	if (account.found === UNKNOWN_KEY) return [first]
	const others = { terms: checkTerms, webhook: checkWebhook, deliveries: checkDeliveries, tax: checkTax } as const
	const found = Object.entries(others).map(async ([about, ask]) => ({ about, ...(await ask(stripe, options).catch(explain)) }))
	return [first, ...((await Promise.all(found)) as ProviderFinding[])]
}
