import { sql } from 'kysely'

import type { FileIssue } from '#content/parsed-files.ts'
import type { Offer } from '#content/schema/offers.ts'
import type { Db } from '#server/db/database.ts'

/** Returns the codes of these offers that occur in live orders. Test orders don't count: no buyer has a link from one. */
export async function listSoldCodes(db: Db, offers: readonly Pick<Offer, 'code'>[]): Promise<ReadonlySet<string>> {
	// One index lookup per offer, however many orders it has.
	const { rows } = await sql<{ code: string }>`select code from unnest(${offers.map(({ code }) => code)}::text[]) as code
		where exists (select from orders where product_code = code and livemode)`.execute(db)
	return new Set(rows.map(({ code }) => code))
}

type Listed = readonly Pick<Offer, 'code' | 'productName'>[]

/**
 * Reports sold codes that the next release replaces with a new one. A sold offer may be removed, but not in a release that adds another.
 */
export async function findReplacedOffers(db: Db, { live, next }: { live: Listed; next: Listed }): Promise<FileIssue[]> {
	const isIn = (offers: Listed, code: string) => offers.some((offer) => offer.code === code)
	const added = next.findIndex(({ code }) => !isIn(live, code))
	const gone = added === -1 ? [] : live.filter(({ code }) => !isIn(next, code))
	if (gone.length === 0) return []
	const sold = await listSoldCodes(db, gone)
	return gone
		.filter(({ code }) => sold.has(code))
		.map(({ code, productName }) => {
			const words = `Orders refer to “${code}”, the web address of “${productName}”, so it can’t change. Enter it again. To replace this offer by another one, publish the new one before you remove the old one.`
			return { file: 'offers.json', line: 1, message: `offers.${added}.code: ${words}` }
		})
}
