import { expect, test } from 'vitest'

import { openCheckout } from '#tests/factories/checkout.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { findReplacedOffers } from './sold-codes.ts'

test('a release can remove a sold offer or add one, but not replace it; test orders don’t count', async () => {
	const { deps } = await makeTestDeps()
	await openCheckout(deps)
	const [{ code, productName } = { code: '', productName: '' }] = deps.content.offers
	const [sold, renamed] = [
		{ code, productName },
		{ code: 'renamed', productName },
	]
	const [unsold, added] = [
		{ code: 'unsold', productName: 'Unsold' },
		{ code: 'added', productName: 'Added' },
	]
	const find = async (...next: (typeof sold)[]) =>
		(await findReplacedOffers(deps.db, { live: [sold, unsold], next })).map(({ message }) => message)
	expect([await find(sold), await find(unsold), await find(sold, added), await find(sold, unsold, added)]).toEqual([[], [], [], []])
	expect(await find(renamed, unsold)).toEqual([])
	await deps.db.updateTable('orders').set({ livemode: true }).execute()
	const refused = [expect.stringMatching(new RegExp(`^offers\\.0\\.code: Orders refer to “${code}”`))]
	// `renamed` replaces the sold code, once along with the other offer and once without it.
	expect([await find(renamed, unsold), await find(renamed)]).toEqual([refused, refused])
})
