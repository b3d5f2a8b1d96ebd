import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

const COUPONS = 20_000
const MEDIA = 20_000

/** Adds coupons with a use for each order that has one, and pictures and videos without their content. */
export const fillShop = (db: Db): Promise<void> =>
	db.connection().execute(async (one) => {
		const run = (statement: string) => sql.raw(statement).execute(one)
		try {
			await run('set statement_timeout = 0; set synchronous_commit = off; set session_replication_role = replica')
			await run(`insert into discount_codes (code, percent, offer_codes, total_limit, starts_at, expires_at, created_at)
				select code, 20, '{lifetime}'::text[], 2000000, null::timestamptz, null::timestamptz, now() - interval '700 days' from (
					select 'POPULAR' as code union all select 'FRIEND' || n from generate_series(0, 39) n) as used
				union all select 'SPRING' || n, 10, '{lifetime}', 5, now() - interval '1 year', now() - n * interval '1 hour', now() - n * interval '50 minutes'
				from generate_series(1, ${COUPONS}) n`)
			await run(`update orders set discount_code = 'POPULAR' where discount_code = 'LAUNCH1'`)
			await run(`insert into discount_redemptions (order_id, code, email, state, held_until, redeemed_at)
				select id, discount_code, email, case when paid_at is null then 'released' else 'redeemed' end, created_at, paid_at
				from orders where discount_code is not null`)
			await run(`insert into media (kind, name, alt, width, height, bytes, created_at)
				select case when n % 10 = 0 then 'video' else 'picture' end, 'sunset-' || n || case when n % 10 = 0 then '.mp4' else '-1600x900.webp' end,
					'Sunset ' || n || ' over the sea', 1600, 900, 100000 + n, now() - n * interval '1 hour' from generate_series(1, ${MEDIA}) n`)
			await run('vacuum (analyze) orders')
			await run('vacuum (analyze) discount_redemptions')
			await run('analyze discount_codes, media')
		} finally {
			await run('reset all')
		}
	})
