import { fetchWithKey } from '#app/lib/backend.ts'
import { countStep } from '#app/lib/count-step.ts'
import { paths } from '#contracts/paths.ts'

/** @param couponCode as the server confirmed it, or null */
export type CheckoutOrder = { productName: string; couponCode: string | null }

type Answer = { url?: unknown; error?: unknown; code?: unknown }

/**
 * Asks the server for a checkout.
 * @returns the URL to send the buyer to; for an owner, that is the course
 * @throws Error with the server's own message, `Function call failed`, or `No checkout URL received`
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
