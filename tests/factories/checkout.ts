import { sql } from 'kysely'

import { findTestCard } from '#server/sandbox/stripe/cards.ts'
import { type BillingDetails, confirmSession } from '#server/sandbox/stripe/confirm-session.ts'
import { deliverEach, type PostWebhook } from '#server/sandbox/stripe/deliver-event.ts'
import { performCall } from '#server/sandbox/stripe/objects.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import type { Deps, ServiceContext } from '#server/services/context.ts'
import { systemContext } from '#server/services/context.ts'

export const PRODUCT = 'Digital Income Mastery - Lifetime Access'
const GOOD_CARD = '4242 4242 4242 4242'

export const anonymousContext = (deps: Deps): ServiceContext => ({
	...systemContext(deps, 'test-request'),
	actor: { type: 'anonymous' },
	clientAddress: '127.0.0.1',
	isLocalDevelopment: true,
})

export const sessionIdOf = (url: string) => /(?:cs_test|bt)_[A-Za-z0-9]+/.exec(url)?.[0] ?? ''

let browsers = 0

/** Clicks the purchase button as a visitor; each call uses a new browser unless `browserKey` is given. */
export async function openCheckout(deps: Deps, input: { couponCode?: string; email?: string; browserKey?: string } = {}) {
	browsers += 1
	const { url } = await startCheckout(anonymousContext(deps), {
		productName: PRODUCT,
		couponCode: input.couponCode,
		email: input.email,
		browserKey: input.browserKey ?? `browser-${browsers}`,
	})
	return { url, sessionId: sessionIdOf(url) }
}

/** Pays on the provider's page; our server doesn't know about it yet. */
export async function payAtProvider(
	deps: Deps,
	sessionId: string,
	buyer: { email?: string; card?: string | null; billing?: BillingDetails } = {},
) {
	const email = buyer.email ?? 'ada@example.com'
	const card = buyer.card === null ? null : findTestCard(buyer.card ?? GOOD_CARD)
	const { result } = await performCall(deps, (call) =>
		confirmSession(call, sessionId, { email, card, acceptsTerms: true, billing: buyer.billing }),
	)
	return result
}

/** Lists undelivered events, oldest first. */
export async function listUndelivered({ db }: Pick<Deps, 'db'>): Promise<string[]> {
	const rows = await db
		.selectFrom('sandbox_stripe.events')
		.select('id')
		.where('delivered_at', 'is', null)
		.orderBy('created_at')
		.orderBy('id')
		.execute()
	return rows.map(({ id }) => id)
}

/** Delivers the provider's pending events, however long that takes. */
export const deliverWebhooks = async (deps: Deps, post: PostWebhook) => deliverEach(deps, await listUndelivered(deps), post)

/** Counts the effects of payments: entitlements, emails, redeemed codes and alerts. */
export async function countResults(deps: Deps) {
	const { rows } = await sql<{ entitlements: number; receipts: number; access: number; redeemed: number; alerts: number }>`
		select (select count(*) from entitlements) as entitlements,
			(select count(*) from outbox_messages where template = 'order.receipt') as receipts,
			(select count(*) from outbox_messages where template = 'order.access') as access,
			(select count(*) from discount_redemptions where state = 'redeemed') as redeemed,
			(select count(*) from order_alerts) as alerts`.execute(deps.db)
	return rows[0]
}
