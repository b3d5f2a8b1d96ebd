import { applyDiscount } from '#domain/pricing/apply-discount.ts'

import { firstFormRecord, readInteger } from './catalog.ts'
import { recordEvent } from './events.ts'
import { insertObject, lockObject, newId, readSandboxObject, type SandboxCall, updateObject, unixSeconds } from './objects.ts'
import { type FormRecord, missingParam, noSuch, SandboxApiError, formText, toList, toMetadata, toRecord } from './protocol.ts'
import type { Coupon, LineItem, Price, Product, PromotionCode, Session } from './shapes.ts'

const DAY_SECONDS = 86_400
const MIN_SECONDS = 30 * 60

/** Recalculates a session's price independently of the shop, as Stripe does; the shop compares the result with its own order. */
export function repriceSession(session: Session, coupon: Coupon | null): Session {
	const off =
		coupon === null ? null : coupon.percent_off === null ? { amountCents: coupon.amount_off ?? 0 } : { percent: coupon.percent_off }
	const { discountCents, totalCents } = applyDiscount(session.amount_subtotal, off)
	const data = session.line_items.data.map((item, index) => {
		const own = index === 0 ? discountCents : 0
		return { ...item, amount_discount: own, amount_total: item.amount_subtotal - own }
	})
	return {
		...session,
		amount_total: totalCents,
		line_items: { ...session.line_items, data },
		total_details: { amount_discount: discountCents, amount_shipping: 0, amount_tax: 0 },
	}
}

async function readLineItems(call: SandboxCall, form: FormRecord): Promise<LineItem[]> {
	const items = toList(form['line_items'])
	if (items.length === 0) throw missingParam('line_items')
	return Promise.all(
		items.map(async (item, index): Promise<LineItem> => {
			const priceId = formText(item['price'])
			if (priceId === null) throw missingParam(`line_items[${index}][price]`)
			const price = (await readSandboxObject(call, priceId)) as Price | null
			if (price?.object !== 'price') throw noSuch('price', priceId)
			const product = (await readSandboxObject(call, price.product)) as Product
			const quantity = readInteger(item, 'quantity', 1) ?? 1
			const amount = price.unit_amount * quantity
			return {
				id: newId('li'),
				object: 'item',
				description: product.name,
				quantity,
				currency: price.currency,
				amount_subtotal: amount,
				amount_discount: 0,
				amount_tax: 0,
				amount_total: amount,
				price,
			}
		}),
	)
}

/** Reads the coupon, which is named directly or by a promotion code. */
async function readDiscount(call: SandboxCall, form: FormRecord) {
	const discount = firstFormRecord(form, 'discounts')
	if (discount === null) return { coupon: null, discounts: [] }
	if (formText(form['allow_promotion_codes']) === 'true')
		throw new SandboxApiError('You may only specify one of these parameters: allow_promotion_codes, discounts.')
	const promotionId = formText(discount['promotion_code'])
	const promotion = promotionId === null ? null : ((await readSandboxObject(call, promotionId)) as PromotionCode | null)
	if (promotionId !== null && promotion === null) throw noSuch('promotion code', promotionId)
	const couponId = promotion?.promotion.coupon ?? formText(discount['coupon'])
	const coupon = couponId === null ? null : ((await readSandboxObject(call, couponId)) as Coupon | null)
	if (coupon === null) throw noSuch('coupon', String(couponId))
	return { coupon, discounts: [{ coupon: promotion ? null : coupon.id, promotion_code: promotion?.id ?? null }] }
}

function readExpiry(call: SandboxCall, form: FormRecord): number {
	const now = unixSeconds(call.now)
	const expiresAt = readInteger(form, 'expires_at') ?? now + DAY_SECONDS
	if (expiresAt < now + MIN_SECONDS - 60 || expiresAt > now + DAY_SECONDS + 60)
		throw new SandboxApiError('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', { param: 'expires_at' })
	return expiresAt
}

function requiredUrl(form: FormRecord, name: string): string {
	const url = formText(form[name])
	if (url === null) throw missingParam(name)
	return url
}

function messageOf(form: FormRecord, place: string): { message: string } | null {
	const message = formText(toRecord(toRecord(form['custom_text'])[place])['message'])
	return message === null ? null : { message }
}

/** Handles `POST /v1/checkout/sessions`. */
export async function createSession(call: SandboxCall, form: FormRecord): Promise<Session> {
	if (formText(form['mode']) !== 'payment') throw new SandboxApiError('The sandbox supports only mode=payment.', { param: 'mode' })
	const items = await readLineItems(call, form)
	const { coupon, discounts } = await readDiscount(call, form)
	const id = newId('cs_test', 58)
	const email = formText(form['customer_email'])
	const wantsTax = formText(toRecord(form['automatic_tax'])['enabled']) === 'true'
	if (wantsTax && items.some(({ price }) => price['tax_behavior'] === 'unspecified'))
		throw new SandboxApiError('Every price needs a `tax_behavior` before taxes can be calculated.', { param: 'line_items' })
	const needsTerms = formText(toRecord(form['consent_collection'])['terms_of_service']) === 'required'
	const session: Session = {
		id,
		object: 'checkout.session',
		status: 'open',
		payment_status: 'unpaid',
		allow_promotion_codes: formText(form['allow_promotion_codes']) === 'true' || null,
		amount_subtotal: items.reduce((sum, item) => sum + item.amount_subtotal, 0),
		amount_total: 0,
		automatic_tax: wantsTax
			? { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: 'requires_location_inputs' }
			: { enabled: false, liability: null, provider: null, status: null },
		billing_address_collection: formText(form['billing_address_collection']),
		cancel_url: requiredUrl(form, 'cancel_url'),
		client_reference_id: formText(form['client_reference_id']),
		created: unixSeconds(call.now),
		currency: items[0]?.currency ?? 'usd',
		custom_fields: [],
		consent: needsTerms ? { promotions: null, terms_of_service: null } : null,
		consent_collection: needsTerms ? { payment_method_reuse_agreement: null, promotions: 'none', terms_of_service: 'required' } : null,
		custom_text: {
			after_submit: null,
			shipping_address: null,
			submit: messageOf(form, 'submit'),
			terms_of_service_acceptance: messageOf(form, 'terms_of_service_acceptance'),
		},
		customer: null,
		customer_details: null,
		customer_email: email,
		discounts,
		expires_at: readExpiry(call, form),
		line_items: { object: 'list', data: items, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` },
		livemode: false,
		metadata: toMetadata(form['metadata']),
		mode: 'payment',
		payment_intent: null,
		payment_intent_metadata: toMetadata(toRecord(form['payment_intent_data'])['metadata']),
		payment_method_types: ['card'],
		shipping_options: [],
		success_url: requiredUrl(form, 'success_url'),
		...(formText(toRecord(form['tax_id_collection'])['enabled']) === 'true' && { tax_id_collection: { enabled: true as const } }),
		total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
		ui_mode: 'hosted_page',
		// The shop is this server, so the hosted page has the same origin as the success page.
		url: `${new URL(requiredUrl(form, 'success_url')).origin}/sandbox/checkout/${id}`,
	}
	return insertObject(call, repriceSession(session, coupon))
}

async function expire(call: SandboxCall, session: Session): Promise<Session> {
	const expired = await updateObject(call, { ...session, status: 'expired', url: null } satisfies Session)
	await recordEvent(call, 'checkout.session.expired', presentSession(expired))
	return expired
}

/** Locks the session. Expires it if its time is up, as Stripe would have done. */
export async function lockSession(call: SandboxCall, id: string): Promise<Session | null> {
	const session = await lockObject<Session>(call, 'checkout.session', id)
	if (session?.status !== 'open' || session.expires_at > unixSeconds(call.now)) return session
	return expire(call, session)
}

export async function expireSession(call: SandboxCall, id: string): Promise<Session> {
	const session = await lockSession(call, id)
	if (!session) throw noSuch('checkout.session', id)
	if (session.status !== 'open')
		throw new SandboxApiError(`This Checkout Session is ${session.status}; only an open one can be expired.`, { param: 'session' })
	return expire(call, session)
}

/** Converts a session to the API's format. Line items and the tax breakdown are only included on request. */
export function presentSession(session: Session, expand: readonly string[] = []): Omit<Session, 'line_items' | 'payment_intent_metadata'> {
	const { line_items: items, payment_intent_metadata: _internal, total_details: details, ...body } = session
	const { breakdown, ...sums } = details
	const shown = expand.includes('total_details.breakdown') && breakdown ? { ...sums, breakdown } : sums
	return { ...body, total_details: shown, ...(expand.includes('line_items') && { line_items: items }) }
}
