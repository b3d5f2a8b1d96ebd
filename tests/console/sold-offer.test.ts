import { expect, test } from 'vitest'

import { openCheckout } from '#tests/factories/checkout.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const OFFERS = 'offers.json'
const CODE = 'digital-income-mastery-lifetime'
const LOCKED = /<input(?=[^>]* name="s\/offers\/0\/code")[^>]* readOnly=""/i

test('the web address of an offer can’t change once it has a live order', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const readPrices = async () => (await operator.get('/admin/settings/prices')).text
	await saveText(operator, OFFERS, originOf(OFFERS).replaceAll(CODE, 'other'))
	await openCheckout(wire.deps, {})
	await wire.deps.db.updateTable('orders').set({ livemode: true }).execute()
	const refused = await publish(operator)
	expect(refused).toMatch(/href="[^"]*f-offers-0-code"[^>]*>[^<]*<\/a>: Orders refer to “digital-income-mastery-lifetime”/)
	expect(await readPublic(wire, OFFERS)).toBeNull()
	// The draft has another address, so its field accepts the sold one.
	expect(await readPrices()).not.toMatch(LOCKED)
	await saveText(operator, OFFERS, originOf(OFFERS).replace('"amountCents": 4700', '"amountCents": 4900'))
	expect(await readPrices()).toMatch(LOCKED)
	await publish(operator)
	expect(await readPublic(wire, OFFERS)).toContain('4900')
})
