import { expect, test } from 'vitest'

import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import { systemContext } from '#server/services/context.ts'
import { anonymousContext, openCheckout, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { CONSENT, placeTransfer } from '#tests/factories/transfer.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { acceptTransfer } from './accept-transfer.ts'
import { remindTransfers } from './transfer-mails.ts'

const DAY_MS = 86_400_000

test('strangers can cause at most three mails a day to an address, without using up its account’s or holding back reminders', async () => {
	const { deps, clock } = await makeTestDeps({ env: { BANK_TRANSFER: '1' } })
	const operator = systemContext(deps, 'operator')
	const mails = async (template: string) =>
		(await deps.db.selectFrom('outbox_messages').select('id').where('template', '=', template).execute()).length
	const order = async (browserKey: string) => placeTransfer(deps, (await openCheckout(deps, { browserKey })).sessionId, { browserKey })
	const placed = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(order))
	// The page has the same details as the email.
	expect(placed.map(({ transfer }) => transfer?.state)).toEqual(Array.from({ length: 5 }, () => 'awaited'))
	expect(await mails('order.transfer-asked')).toBe(3)

	const { userId } = await makeLearner(deps, 'ada@example.com')
	const owner = { ...anonymousContext(deps), actor: { type: 'learner', userId, sessionId: 'none', aal: 'aal1' } } as const
	const { url } = await startCheckout(owner, { productName: PRODUCT, browserKey: 'any', email: undefined, couponCode: undefined })
	await acceptTransfer(owner, { id: sessionIdOf(url), consent: CONSENT, email: undefined, browserKey: null })
	expect(await mails('order.transfer-asked')).toBe(4)

	clock.advance(3 * DAY_MS)
	// Use up the budget of public forms. Reminders don't need it, because strangers can't trigger them.
	while ((await deps.messageBudget.spendOnForm(deps.db)).isAllowed);
	await remindTransfers(operator)
	expect(await mails('order.transfer-reminder')).toBe(4)
	clock.advance(DAY_MS + 1)
	await order('f')
	await remindTransfers(operator)
	expect([await mails('order.transfer-asked'), await mails('order.transfer-reminder')]).toEqual([5, 6])
})
