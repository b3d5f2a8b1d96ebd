import { expect, test } from 'vitest'

import { currentAgeRule } from '#domain/consents/age-rule.ts'
import { anonymousContext, countResults, openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { readOrderBySession } from './read-order-by-session.ts'

test('a guest pays with LAUNCH1, the webhook is lost, and the success page still finds the payment', async () => {
	const { deps } = await makeTestDeps()
	const { sessionId, url } = await openCheckout(deps, { couponCode: 'launch1' })
	expect(url).toBe(`http://localhost:3000/sandbox/checkout/${sessionId}`)
	expect(await readOrderBySession(anonymousContext(deps), sessionId)).toMatchObject({ status: 'verifying' })
	await payAtProvider(deps, sessionId)

	expect(await readOrderBySession(anonymousContext(deps), sessionId)).toMatchObject({
		status: 'paid',
		orderId: sessionId,
		amounts: { currency: 'usd', subtotalCents: 4700, discountCents: 940, totalCents: 3760 },
		discountCode: 'LAUNCH1',
		email: 'a***@example.com',
		testMode: true,
	})
	expect(await countResults(deps)).toEqual({ entitlements: 1, receipts: 1, access: 1, redeemed: 1, alerts: 0 })
})

test('an order stores the version of the age rule shown at checkout', async () => {
	const { deps } = await makeTestDeps()
	await openCheckout(deps)
	expect(await deps.db.selectFrom('orders').select('age_rule_version').execute()).toEqual([{ age_rule_version: currentAgeRule.version }])
})
