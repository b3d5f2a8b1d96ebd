import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Maximum coupons offered as a filter. The search finds the rest. */
const MAX_CODES = 200

/** Lists all products that were ever ordered, with the name on their newest order. Takes one index lookup per product. */
async function listOrderedProducts(db: Db): Promise<{ code: string; name: string }[]> {
	const { rows } = await sql<{ code: string; name: string }>`with recursive seen as (
		(select product_code as code from orders order by product_code limit 1)
		union all
		select (select product_code from orders where product_code > seen.code order by product_code limit 1) from seen where seen.code is not null)
		select code, (select product_name from orders where product_code = code order by created_at desc, id desc limit 1) as name
		from seen where code is not null`.execute(db)
	return rows
}

/**
 * Lists the products of a filter: those on sale, those ordered before, and the chosen one.
 * @param chosen code of a product that may be unknown
 */
export async function listProducts({ db, content }: ServiceContext, chosen: string | null): Promise<{ code: string; name: string }[]> {
	const sold = content.offers.map(({ code, productName: name }) => ({ code, name }))
	const former = (await listOrderedProducts(db)).filter(({ code }) => sold.every((each) => each.code !== code))
	const known = [...sold, ...former]
	return chosen === null || known.some(({ code }) => code === chosen) ? known : [...known, { code: chosen, name: chosen }]
}

/**
 * Lists the coupons used by orders, one index lookup each.
 * @param chosen coupon of the current filter, which is listed even if no order used it
 */
export async function listOrderedCodes(db: Db, chosen: string | null): Promise<string[]> {
	const { rows } = await sql<{ code: string }>`with recursive seen as (
		(select discount_code as code from orders where discount_code is not null order by discount_code limit 1)
		union all
		select (select discount_code from orders where discount_code > seen.code order by discount_code limit 1) from seen where seen.code is not null)
		select code from seen where code is not null limit ${MAX_CODES}`.execute(db)
	const codes = rows.map(({ code }) => code)
	return chosen === null || codes.includes(chosen) ? codes : [...codes, chosen]
}
