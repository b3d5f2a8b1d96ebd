import { setTimeout as sleep } from 'node:timers/promises'

import { SANDBOX_TOKEN_HEADER } from '#contracts/outbox.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { VerifyClient, TestPerson } from './verify-client.ts'

type Shop = { ctx: ServiceContext; client: VerifyClient }

const REFUND_MS = 20_000
const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Verify', terms: 'accepted' }

/** True if a test purchase has no lasting effects: payments are simulated, and no invoice number is used. */
export const canBuy = ({ config, invoicing }: ServiceContext): boolean => config.payments.kind === 'sandbox' && invoicing === null

/** Opens a checkout. @returns its path in the sandbox */
export async function openCheckout({ ctx, client }: Shop, person: TestPerson, more: Record<string, unknown> = {}): Promise<string> {
	const body = { productName: ctx.content.lifetimeOffer.productName, ...more }
	const answer = await client.send(person, { method: 'POST', path: '/functions/v1/create-payment', body })
	if (answer.status !== 200) throw new Error(`no checkout could be opened: ${answer.status} ${answer.text.slice(0, 200)}`)
	return new URL((JSON.parse(answer.text) as { url: string }).url).pathname
}

export const sessionOf = (checkout: string): string => checkout.slice(checkout.lastIndexOf('/') + 1)

async function pay({ ctx, client }: Shop, person: TestPerson, checkout: string): Promise<void> {
	const headers = { [SANDBOX_TOKEN_HEADER]: ctx.config.sandboxToken }
	const page = await client.send(person, { path: checkout, headers, from: 'machine' })
	const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
	const body = new URLSearchParams({ csrf, action: 'pay', email: person.email, ...CARD })
	const paid = await client.send(person, { method: 'POST', path: checkout, headers, body, from: 'machine' })
	if (paid.status !== 303) throw new Error(`the sandbox did not take the payment: ${paid.status}`)
}

/** Buys, calls `meanwhile`, and gets a refund under the guarantee. @throws Error if the refund doesn't arrive */
export async function buyAndReturn<T>(shop: Shop, person: TestPerson, meanwhile: () => Promise<T>): Promise<T> {
	const { client } = shop
	const checkout = await openCheckout(shop, person)
	await pay(shop, person, checkout)
	const order = `/api/orders/${sessionOf(checkout)}`
	await client.send(person, { path: `/api/orders/by-session/${sessionOf(checkout)}` })
	const done = await meanwhile()
	const response = await client.send(person, { method: 'POST', path: `${order}/refund`, body: { kind: 'promise' } })
	if (response.status >= 400) throw new Error(`the refund was refused: ${response.status} ${response.text.slice(0, 200)}`)
	const until = performance.now() + REFUND_MS
	for (;;) {
		const { text } = await client.send(person, { path: order })
		if ((JSON.parse(text) as { status: string }).status === 'refunded') return done
		if (performance.now() > until) throw new Error(`the refund did not arrive: ${text.slice(0, 200)}`)
		await sleep(200)
	}
}
