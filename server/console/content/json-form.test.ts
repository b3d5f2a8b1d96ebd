import { Window } from 'happy-dom'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { field, type Faults, readForm } from './json-form.ts'
import { blank, type Json, rearrange, shapeOf } from './json-schema.ts'

const NONE: Faults = new Map()

/** What a browser would send of the form that shows a value. */
async function send(file: string, value: Json): Promise<Record<string, string>> {
	const window = new Window()
	window.document.body.innerHTML = `<form>${String(await field({ path: '', label: 'File', shape: shapeOf(file), value, faults: NONE }))}</form>`
	const fields: Record<string, string> = {}
	for (const element of window.document.querySelectorAll('input, textarea, select')) {
		const { name } = element as unknown as HTMLInputElement
		// The test's own page chooses another option than a browser would.
		const chosen = element.querySelector('option[selected]') ?? element.querySelector('option') ?? element
		const text = (chosen as unknown as HTMLInputElement).value
		expect(Object.hasOwn(fields, name)).toBe(false)
		// A text area drops the line break that it begins with, and sends two characters for each.
		fields[name] = text.replaceAll('\n', '\r\n')
	}
	await window.happyDOM.close()
	return fields
}

const read = (file: string) => JSON.parse(readFileSync(`content/${file}`, 'utf8')) as Json

const files = globSync('**/*.json', { cwd: 'content' }).filter((file) => !/sizes|link-pictures/.test(file))

test.each(files)('the form of %s, sent back unchanged, is the same file', async (file) => {
	const value = read(file)
	expect(readForm(await send(file, value))).toEqual(value)
})

test('entries are added, moved and taken out; an order that fits nothing changes nothing', () => {
	const shape = shapeOf('offers.json')
	const offers = read('offers.json') as { offers: { benefits: string[] }[]; discountCodes: { code: string }[] }
	const after = (order: string) => rearrange(shape, offers, order) as typeof offers
	expect(after('add /offers/0/benefits').offers[0]?.benefits).toEqual([...(offers.offers[0]?.benefits ?? []), ''])
	expect(after('down /offers/0/benefits/0').offers[0]?.benefits.slice(0, 2)).toEqual(offers.offers[0]?.benefits.slice(0, 2).reverse())
	expect(after('remove /discountCodes/0').discountCodes).toEqual([])
	expect(after('add /discountCodes').discountCodes[1]).toMatchObject({
		kind: 'percent',
		percent: '',
		code: '',
		offerCodes: [''],
		expiresAt: null,
	})
	for (const odd of ['add /nowhere/at/all', 'remove /offers/9', 'up /offers/0', 'drop /offers', 'add', 'remove /__proto__/x'])
		expect(after(odd)).toEqual(offers)
})

test('another kind of code asks for its own fields; what is no number stays as it was typed', async () => {
	const offers = read('offers.json')
	const fields = await send('offers.json', offers)
	const typed = readForm({ ...fields, 's/discountCodes/0/kind': 'amount', 'n/offers/0/amountCents': '47,00' }) as {
		offers: { amountCents: Json }[]
		discountCodes: object[]
	}
	expect(typed.offers[0]?.amountCents).toBe('47,00')
	const again = await send('offers.json', typed)
	expect(again).not.toHaveProperty(['n/discountCodes/0/percent'])
	expect(again).toMatchObject({
		's/discountCodes/0/kind': 'amount',
		'n/discountCodes/0/amountOffCents': '',
		'n/offers/0/amountCents': '47,00',
	})
})

test('keys that mean something to the language are keys like others', () => {
	const value = readForm({ d: '', 'd/__proto__': '', 's/__proto__/admin': 'yes', 's/constructor': 'text' })
	expect(Object.hasOwn(value as object, '__proto__')).toBe(true)
	expect(({} as { admin?: string }).admin).toBeUndefined()
	expect(blank({ type: 'boolean' })).toBe(false)
})
