import { fetchWithKey } from '#app/lib/backend.ts'
import { countStep } from '#app/lib/cookie-choice.ts'
import { paths } from '#contracts/paths.ts'

/** @param couponCode code confirmed by the server, or null */
export type CheckoutOrder = { productName: string; couponCode: string | null }

type Answer = { url?: unknown; error?: unknown; code?: unknown }

/**
 * Creates a checkout.
 * @returns the URL to redirect the buyer to; the course's URL if the buyer already owns it
 * @throws Error with the server's message, `Function call failed`, or `No checkout URL received`; TypeError if the server can't
 * be reached
 */
export async function startCheckout({ productName, couponCode }: CheckoutOrder): Promise<{ url: string }> {
	const response = await fetchWithKey('/functions/v1/create-payment', {
		method: 'POST',
		body: JSON.stringify(couponCode === null ? { productName } : { productName, couponCode }),
	})
	const answer = (await response.json().catch(() => ({}))) as Answer
	if (answer.code === 'already_owned') return { url: paths.continueLearning }
	if (!response.ok) throw new Error(typeof answer.error === 'string' && answer.error !== '' ? answer.error : 'Function call failed')
	if (typeof answer.url !== 'string' || answer.url === '') throw new Error('No checkout URL received')
	countStep('checkout')
	return { url: answer.url }
}
