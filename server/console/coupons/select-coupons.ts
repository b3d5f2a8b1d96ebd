import { sql, type SqlBool } from 'kysely'

import type { Sort, SortColumns } from '#server/console/shell/lists.ts'
import type { Db } from '#server/db/database.ts'

export const COUPON_STATES = ['active', 'scheduled', 'used up', 'expired', 'ended'] as const
export type CouponState = (typeof COUPON_STATES)[number]

export const COUPON_SORTS: SortColumns = {
	created: { by: sql`created_at`, kind: 'time' },
	code: { by: sql`code`, kind: 'text' },
	ends: { by: sql`coalesce(expires_at, 'infinity')`, kind: 'time' },
}

/** The same states as `stateOf` (coupons.ts). */
const stateAt = (now: Date) => sql<CouponState>`case
	when ended_at is not null then 'ended'
	when expires_at <= ${now} then 'expired'
	when starts_at > ${now} then 'scheduled'
	when total_limit <= (
		select count(*) from discount_redemptions as use
		where use.code = discount_codes.code and (use.state = 'redeemed' or (use.state = 'held' and use.held_until > ${now}))
	) then 'used up'
	else 'active' end`

type Wanted = {
	sort: Sort
	/** Beginning of the code. */
	q: string
	state: CouponState | null
	/** Code of the last coupon on the previous page; undefined for the first page. */
	last: string | undefined
	now: Date
}

export function selectCoupons(db: Db, { sort: { by, isDescending }, q, state, last, now }: Wanted) {
	const [way, isBeyond] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
	return db
		.selectFrom('discount_codes')
		.selectAll()
		.$if(last !== undefined, (query) =>
			query.where(sql<SqlBool>`(${by}, code) ${isBeyond} (select ${by}, code from discount_codes where code = ${last})`),
		)
		.$if(q !== '', (query) => query.where((eb) => eb.fn('starts_with', ['code', eb.val(q)])))
		.$if(state !== null, (query) => query.where(stateAt(now), '=', state))
		.orderBy(sql`${by} ${way}, code ${way}`)
}
