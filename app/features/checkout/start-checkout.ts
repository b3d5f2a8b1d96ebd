import { backend } from '#app/lib/backend.ts'
import { readSession } from '#app/lib/stored-session.ts'
import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'

/** @param couponCode as the server confirmed it, or null */
export type CheckoutOrder = { productName: string; couponCode: string | null }

/** The buyer's token where there is one; a guest buys with the product's own key (spec A §6). */
async function bearer(): Promise<string> {
	if (readSession().status !== 'signed-in') return PUBLISHABLE_KEY
	const client = await backend()
	const { data } = await client.auth.getSession()
	return data.session?.access_token ?? PUBLISHABLE_KEY
}

type Answer = { url?: unknown; error?: unknown }

/**
 * Asks the server for a checkout (spec A §7).
 * @returns the address to send the buyer to
 * @throws Error with the server's own message, `Function call failed`, or `No checkout URL received`
 */
export async function startCheckout({ productName, couponCode }: CheckoutOrder): Promise<{ url: string }> {
	const response = await fetch('/functions/v1/create-payment', {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', apikey: PUBLISHABLE_KEY, Authorization: `Bearer ${await bearer()}` },
		body: JSON.stringify(couponCode === null ? { productName } : { productName, couponCode }),
	})
	const answer = (await response.json().catch(() => ({}))) as Answer
	if (!response.ok) throw new Error(typeof answer.error === 'string' && answer.error !== '' ? answer.error : 'Function call failed')
	if (typeof answer.url !== 'string' || answer.url === '') throw new Error('No checkout URL received')
	return { url: answer.url }
}
