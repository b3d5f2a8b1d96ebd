import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { publish, readPublic } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { fieldsOf } from './read-form.ts'

const formIn = (text: string) =>
	text
		.split('<form')
		.find((form) => form.includes('name="part" value="offers"'))
		?.split('</form>')[0] ?? ''

test('a price raised above an untouched regular price drops it and says so, and publishes without it', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const path = '/admin/settings/prices'
	const form = { ...fieldsOf(formIn((await operator.get(path)).text)), do: 'save', 's/offers/0/amountCents': '250' }
	const check = await operator.post('/admin/content/check', { ...form, part: 'offers' })
	expect(JSON.parse(check.text)).toEqual({ faults: {} })
	expect((await operator.post(path, form)).to).toBe(`${path}?notice=regular-price-dropped`)
	expect((await operator.get(`${path}?notice=regular-price-dropped`)).text).toContain('without the regular price')
	expect(
		await publish(operator, {
			confirmed: 'Price of Digital Income Mastery - Lifetime Access: $47.00 becomes $250.00 (a change of more than 50%)',
		}),
	).toContain('Published: ')
	const published = JSON.parse((await readPublic(wire, 'offers.json')) ?? '') as { offers: object[] }
	expect([published.offers[0], published.offers[0] && 'regularAmountCents' in published.offers[0]]).toEqual([
		expect.objectContaining({ amountCents: 25_000 }),
		false,
	])
})
