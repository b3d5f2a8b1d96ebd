import { expect, test } from 'vitest'

import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const AMOUNT = /The amount must be between \$0\.01 and \$47\.00\./

test('a wrong amount is shown together with a missing reason, and with a code that isn’t accepted', async () => {
	const wire = await startWire()
	const { orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/orders/${orderId}`
	const form = { form_page: path, form_id: `${path}/refund`.replaceAll(/[^a-z0-9]+/gi, '-') }
	const refund = (fields: Record<string, string>) => operator.post(`${path}/refund`, { ...form, ...fields })
	const unreasoned = await refund({ reason: '', amount: '99.00' })
	expect(unreasoned.status).toBe(400)
	for (const error of [/Enter a reason\./, AMOUNT]) expect(unreasoned.text).toMatch(error)

	wire.clock.advance(11 * 60_000)
	const wrong = operator.code() === '000000' ? '000001' : '000000'
	const both = await refund({ reason: 'Kind', amount: '99.00', code: wrong })
	expect(both.status).toBe(422)
	expect(both.text).toMatch(AMOUNT)
	const marked = [...both.text.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)].map(([tag]) => /name="([^"]*)"/.exec(tag)?.[1])
	expect(marked).toEqual(['amount', 'code'])
})
