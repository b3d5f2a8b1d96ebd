import { StateBadge, type Tone } from '#app/admin/ui/format.tsx'
import type { CouponState, ListedCoupon } from '#server/console/coupons/read-coupons.ts'

const TONES: Record<CouponState, Tone> = { active: 'good', scheduled: 'warn', 'used up': 'calm', expired: 'calm', ended: 'calm' }

export const CouponBadge = ({ state }: { state: CouponState }) => <StateBadge word={state} tone={TONES[state]} />

/** Formats uses such as `12 of 100`, plus those held by open checkouts. */
export function formatUses({ paid, held, totalLimit }: Pick<ListedCoupon, 'paid' | 'held' | 'totalLimit'>): string {
	const inWords = (count: number) => count.toLocaleString('en-US')
	const limit = totalLimit === null ? '' : ` of ${inWords(totalLimit)}`
	return `${inWords(paid)}${limit}${held > 0 ? ` (${inWords(held)} in open checkouts)` : ''}`
}
