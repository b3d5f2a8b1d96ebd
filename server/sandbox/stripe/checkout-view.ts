import { performCall, readSandboxObject, type SandboxCall, type SandboxDeps } from './objects.ts'
import { lockSession } from './sessions.ts'
import type { PromotionCode, Session } from './shapes.ts'

/** Checkout as its page shows it. Amounts are integer cents. */
export type CheckoutView = {
	id: string
	status: Session['status']
	lines: { description: string; quantity: number; amountCents: number }[]
	/** Currency in lower-case ISO 4217. */
	currency: string
	subtotalCents: number
	discountCents: number
	totalCents: number
	/** Applied code; null if there is none. */
	code: string | null
	canTypeCode: boolean
	/** Email address set by the shop. As at Stripe, the buyer can't change it. */
	fixedEmail: string | null
	/** True if the page requires a billing address; companies can add a VAT ID. */
	asksBilling: boolean
	/** Label of the required consent; null if the shop set none. */
	terms: string | null
	note: string | null
	urls: { success: string; cancel: string }
}

const fillIn = (url: string, id: string) => url.replaceAll('{CHECKOUT_SESSION_ID}', id)

async function codeOf(call: SandboxCall, { discounts: [discount] }: Session): Promise<string | null> {
	if (!discount) return null
	if (discount.promotion_code === null) return discount.coupon?.split('-')[0] ?? null
	return ((await readSandboxObject(call, discount.promotion_code)) as PromotionCode | null)?.code ?? null
}

export async function presentCheckoutView(call: SandboxCall, session: Session): Promise<CheckoutView> {
	return {
		id: session.id,
		status: session.status,
		lines: session.line_items.data.map(({ description, quantity, amount_subtotal: amountCents }) => ({
			description,
			quantity,
			amountCents,
		})),
		currency: session.currency,
		subtotalCents: session.amount_subtotal,
		discountCents: session.total_details.amount_discount,
		totalCents: session.amount_total,
		code: await codeOf(call, session),
		canTypeCode: session.allow_promotion_codes === true,
		fixedEmail: session.customer_email,
		asksBilling: session.billing_address_collection === 'required',
		terms:
			session.consent_collection?.terms_of_service === 'required'
				? (session.custom_text.terms_of_service_acceptance?.message ?? null)
				: null,
		note: session.custom_text.submit?.message ?? null,
		urls: { success: fillIn(session.success_url, session.id), cancel: fillIn(session.cancel_url, session.id) },
	}
}

export async function readCheckout(deps: SandboxDeps, id: string): Promise<CheckoutView | null> {
	if (!/^\w+$/.test(id)) return null
	const { result } = await performCall(deps, async (call) => {
		const session = await lockSession(call, id)
		return session && presentCheckoutView(call, session)
	})
	return result
}
