import type { Content } from '#content/load-content.server.ts'
import type { DiscountOff } from '#domain/pricing/apply-discount.ts'
import type { Discount } from '#domain/pricing/check-discount.ts'
import { decimalOf, parseAmount } from '#domain/pricing/money.ts'
import type { Fields } from '#server/console/shell/console-request.ts'
import { parseDatetimeInput, formatDatetimeInput } from '#server/console/shell/zoned-time.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { couponRefused, findCouponFaults } from '#server/services/commerce/discounts/coupons.ts'
import { normalizeCode } from '#server/services/commerce/discounts/find-discount.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

/** Fields of the coupon form. A selected offer has a field `offer-<code>`. */
export type CouponFields = { coupon: string; kind: 'percent' | 'amount'; off: string } & Record<'from' | 'until' | 'total' | 'each', string>

const OFFER = 'offer-'

/** Maximum of PostgreSQL's integer type. */
const MAX = 2_147_483_647

function readLimit(typed: string, field: string): number | null {
	if (typed.trim() === '') return null
	const limit = Number(typed)
	if (/^\s*\d+\s*$/.test(typed) && limit >= 1 && limit <= MAX) return limit
	throw couponRefused({ [field]: 'Enter a whole number from 1, or leave it empty for no limit.' })
}

function readOff({ kind, off = '' }: Fields, currency: string): DiscountOff {
	if (kind !== 'amount') {
		const percent = Number(off.replace(/%\s*$/, ''))
		if (off.trim() !== '' && Number.isInteger(percent) && percent >= 1 && percent <= 100) return { percent }
		throw couponRefused({ off: 'Enter a whole percentage from 1 to 100.' })
	}
	const amountCents = parseAmount(off.replace(/^\s*\p{Sc}/u, ''), currency)
	if (amountCents !== null && amountCents > 0 && amountCents <= MAX) return { amountCents }
	throw couponRefused({ off: `Enter an amount in ${currency}, such as ${decimalOf(1000, currency)}.` })
}

/** Parses a time field; null if it is empty. Seconds are dropped. */
const readTime = (content: Content, typed: string, field: string): Date | null =>
	typed.trim() === '' ? null : parseDatetimeInput(content, typed, field)

const currencyOf = ({ offers, lifetimeOffer }: Content, offerCodes: readonly string[]) =>
	(offers.find(({ code }) => offerCodes.includes(code)) ?? lifetimeOffer).currency

/** @throws ServiceError coupon_refused (422) with the messages of all refused fields */
export function readCouponForm(content: Content, fields: Fields): Discount {
	const offerCodes = content.offers.map(({ code }) => code).filter((code) => fields[OFFER + code] !== undefined)
	const faults: Record<string, string> = {}
	const read = <Value>(parse: () => Value, ifRefused: Value): Value => {
		try {
			return parse()
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error
			Object.assign(faults, error.details.fields)
			return ifRefused
		}
	}
	const coupon: Discount = {
		code: normalizeCode((fields.coupon ?? '').replaceAll(/\s/g, '')),
		off: read(() => readOff(fields, currencyOf(content, offerCodes)), { percent: 10 }),
		offerCodes,
		startsAt: read(() => readTime(content, fields.from ?? '', 'from'), null),
		expiresAt: read(() => readTime(content, fields.until ?? '', 'until'), null),
		totalLimit: read(() => readLimit(fields.total ?? '', 'total'), null),
		perEmailLimit: read(() => readLimit(fields.each ?? '', 'each'), null),
	}
	if (Object.keys(faults).length > 0) throw couponRefused({ ...findCouponFaults(content, coupon), ...faults })
	return coupon
}

export function writeCouponForm(content: Content, { code, off, offerCodes, startsAt, expiresAt, ...limits }: Discount): CouponFields {
	const zone = siteZone(content)
	const write = (limit: number | null) => (limit === null ? '' : String(limit))
	return {
		coupon: code,
		kind: 'percent' in off ? 'percent' : 'amount',
		off: 'percent' in off ? String(off.percent) : decimalOf(off.amountCents, currencyOf(content, offerCodes)),
		from: startsAt === null ? '' : formatDatetimeInput(startsAt, zone),
		until: expiresAt === null ? '' : formatDatetimeInput(expiresAt, zone),
		total: write(limits.totalLimit),
		each: write(limits.perEmailLimit),
	}
}
