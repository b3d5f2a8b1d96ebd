import type { JsonValue } from '#server/db/json.ts'

import {
	findObjects,
	insertObject,
	listObjects,
	lockObject,
	newId,
	readSandboxObject,
	type SandboxCall,
	type SandboxObject,
	updateObject,
	unixSeconds,
} from './objects.ts'
import { type FormRecord, missingParam, noSuch, SandboxApiError, formText, toList, toMetadata, toRecord } from './protocol.ts'
import type { Coupon, Payout, Price, Product, PromotionCode } from './shapes.ts'

export const requireField = (form: FormRecord, name: string): string => {
	const value = formText(form[name])
	if (value === null) throw missingParam(name)
	return value
}

/**
 * Reads an integer.
 * @param least minimum
 * @returns null if absent
 * @throws SandboxApiError for any other value
 */
export function readInteger(form: FormRecord, name: string, least = 0): number | null {
	const text = formText(form[name])
	if (text === null) return null
	const value = Number(text)
	if (!Number.isInteger(value) || value < least) throw new SandboxApiError(`Invalid integer: ${text}`, { param: name })
	return value
}

/** Builds a list, which in the sandbox always fits on one page. */
export const toStripeList = (data: readonly (SandboxObject | Payout)[], url: string): JsonValue => ({
	object: 'list',
	data: [...data],
	has_more: false,
	url,
})

export const createProduct = (call: SandboxCall, form: FormRecord): Promise<Product> =>
	insertObject(call, {
		id: formText(form['id']) ?? newId('prod', 14),
		object: 'product',
		name: requireField(form, 'name'),
		description: formText(form['description']),
		active: true,
		created: unixSeconds(call.now),
		images: [],
		livemode: false,
		marketing_features: [],
		tax_code: formText(form['tax_code']),
		metadata: toMetadata(form['metadata']),
		updated: unixSeconds(call.now),
	})

export async function createPrice(call: SandboxCall, form: FormRecord): Promise<Price> {
	const product = requireField(form, 'product')
	const unitAmount = readInteger(form, 'unit_amount')
	if (unitAmount === null) throw missingParam('unit_amount')
	if ((await readSandboxObject(call, product))?.object !== 'product') throw noSuch('product', product)
	return insertObject(call, {
		id: newId('price'),
		object: 'price',
		product,
		unit_amount: unitAmount,
		unit_amount_decimal: String(unitAmount),
		currency: requireField(form, 'currency'),
		lookup_key: formText(form['lookup_key']),
		active: true,
		billing_scheme: 'per_unit',
		created: unixSeconds(call.now),
		livemode: false,
		metadata: {},
		recurring: null,
		tax_behavior: formText(form['tax_behavior']) ?? 'unspecified',
		type: 'one_time',
	})
}

/** Lists prices by `lookup_keys`, the only filter that the shop uses. */
export async function listPrices(call: SandboxCall, query: FormRecord): Promise<JsonValue> {
	const values = Object.values(toRecord(query['lookup_keys'])).flatMap((key) => formText(key) ?? [])
	return toStripeList(await findObjects(call, 'price', { field: 'lookup_key', values }), '/v1/prices')
}

export async function createCoupon(call: SandboxCall, form: FormRecord): Promise<Coupon> {
	const id = formText(form['id']) ?? newId('cpn', 8)
	const percentOff = readInteger(form, 'percent_off', 1)
	const amountOff = readInteger(form, 'amount_off', 1)
	if ((percentOff === null) === (amountOff === null)) throw new SandboxApiError('You must pass exactly one of percent_off and amount_off.')
	if (await lockObject(call, 'coupon', id)) throw new SandboxApiError('Coupon already exists.', { code: 'resource_already_exists' })
	return insertObject(call, {
		id,
		object: 'coupon',
		percent_off: percentOff,
		amount_off: amountOff,
		currency: formText(form['currency']),
		created: unixSeconds(call.now),
		duration: 'once',
		duration_in_months: null,
		livemode: false,
		max_redemptions: null,
		metadata: toMetadata(form['metadata']),
		name: formText(form['name']),
		redeem_by: readInteger(form, 'redeem_by'),
		times_redeemed: 0,
		valid: true,
	})
}

export async function createPromotionCode(call: SandboxCall, form: FormRecord): Promise<PromotionCode> {
	const coupon = requireField(toRecord(form['promotion']), 'coupon')
	const code = requireField(form, 'code')
	if (!(await lockObject(call, 'coupon', coupon))) throw noSuch('coupon', coupon)
	if ((await findActivePromotionCodes(call, code)).length > 0)
		throw new SandboxApiError(`An active promotion code with \`code: ${code}\` already exists.`, { code: 'resource_already_exists' })
	return insertObject(call, {
		id: newId('promo'),
		object: 'promotion_code',
		active: true,
		code,
		created: unixSeconds(call.now),
		customer: null,
		customer_account: null,
		expires_at: readInteger(form, 'expires_at'),
		livemode: false,
		max_redemptions: readInteger(form, 'max_redemptions', 1),
		metadata: toMetadata(form['metadata']),
		promotion: { type: 'coupon', coupon },
		restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
		times_redeemed: 0,
	})
}

/** Finds active promotion codes. Like Stripe, ignores case. */
export const findActivePromotionCodes = async (call: SandboxCall, code: string) =>
	((await findObjects(call, 'promotion_code', { field: 'code', values: [code] })) as PromotionCode[]).filter(({ active }) => active)

export async function listPromotionCodes(call: SandboxCall, query: FormRecord): Promise<JsonValue> {
	const code = formText(query['code'])
	const found = code === null ? await listObjects(call, 'promotion_code') : await findActivePromotionCodes(call, code)
	const active = (found as PromotionCode[]).filter(({ active }) => active)
	return toStripeList(active, '/v1/promotion_codes')
}

/** Handles `POST /v1/promotion_codes/:id`. Only disabling is supported, because the shop never does anything else. */
export async function updatePromotionCode(call: SandboxCall, form: FormRecord, id: string): Promise<PromotionCode> {
	const code = await lockObject<PromotionCode>(call, 'promotion_code', id)
	if (!code) throw noSuch('promotion code', id)
	return updateObject(call, { ...code, active: formText(form['active']) !== 'false' })
}

export const firstFormRecord = (form: FormRecord, name: string): FormRecord | null => toList(form[name])[0] ?? null
