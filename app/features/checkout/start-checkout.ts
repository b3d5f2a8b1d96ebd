import { fetchWithKey } from '#app/lib/backend.ts'

/** @param couponCode as the server confirmed it, or null */
export type CheckoutOrder = { productName: string; couponCode: string | null }

type Answer = { url?: unknown; error?: unknown }

/**
 * Asks the server for a checkout (spec A §7).
 * @returns the address to send the buyer to
 * @throws Error with the server's own message, `Function call failed`, or `No checkout URL received`
 */
export async function startCheckout({ productName, couponCode }: CheckoutOrder): Promise<{ url: string }> {
	const response = await fetchWithKey('/functions/v1/create-payment', {
		method: 'POST',
		body: JSON.stringify(couponCode === null ? { productName } : { productName, couponCode }),
	})
	const answer = (await response.json().catch(() => ({}))) as Answer
	if (!response.ok) throw new Error(typeof answer.error === 'string' && answer.error !== '' ? answer.error : 'Function call failed')
	if (typeof answer.url !== 'string' || answer.url === '') throw new Error('No checkout URL received')
	return { url: answer.url }
}
