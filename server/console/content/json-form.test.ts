import { Window } from 'happy-dom'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { faultsOf, LONGEST_FORM } from './editor.ts'
import { listFiles } from './files.ts'
import { field, type Faults, readForm } from './json-form.ts'
import { blank, type Json, rearrange, shapeOf } from './json-schema.ts'
import { parseAmounts, printAmounts } from './money-fields.ts'

const NONE: Faults = new Map()

/** What a browser would send of the form that shows a value. */
async function send(file: string, value: Json): Promise<Record<string, string>> {
	const window = new Window()
	const shape = shapeOf(file)
	window.document.body.innerHTML = `<form>${String(await field({ path: '', label: 'File', shape, value: printAmounts(shape, value), faults: NONE }))}</form>`
	const fields: Record<string, string> = {}
	for (const element of window.document.querySelectorAll('input[name], textarea, select')) {
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

const readFields = (file: string, fields: Readonly<Record<string, string>>) => parseAmounts(shapeOf(file), readForm(fields))

const read = (file: string) => JSON.parse(readFileSync(`content/${file}`, 'utf8')) as Json

const files = globSync('**/*.json', { cwd: 'content' }).filter((file) => !/sizes/.test(file))

test.each(files)('the form of %s, sent back unchanged, is the same file', async (file) => {
	const value = read(file)
	const sent = await send(file, value)
	expect(readFields(file, sent)).toEqual(value)
	// The form has room for four times as much as any file needs.
	expect(new URLSearchParams(sent).toString().length * 4).toBeLessThan(LONGEST_FORM)
})

test('fields have names for people, with what they should know: amounts are in the unit of prices, a sample says what it does', async () => {
	const formOf = async (file: string) => {
		const window = new Window()
		window.document.body.innerHTML = String(await field({ path: '', label: 'File', shape: shapeOf(file), value: read(file), faults: NONE }))
		const named = [...window.document.querySelectorAll('label')].map((label) => {
			const input = window.document.getElementById(label.getAttribute('for') ?? '')
			const hint = window.document.getElementById(input?.getAttribute('aria-describedby') ?? '')
			return [input?.getAttribute('name') ?? '', label.textContent.trim(), hint?.textContent ?? ''] as const
		})
		await window.happyDOM.close()
		return named
	}
	const offers = await formOf('offers.json')
	expect(offers).toContainEqual(['s/offers/0/amountCents', 'Price', expect.stringContaining('47.00')])
	expect(offers).toContainEqual(['s/offers/0/regularAmountCents', 'Regular price', expect.any(String)])
	for (const file of ['marketing/testimonials.json', 'marketing/activity.json', 'company/careers.json', 'company/about.json']) {
		const samples = (await formOf(file)).filter(([name]) => name.endsWith('/sample'))
		expect(samples.length).toBeGreaterThan(0)
		for (const [, label, hint] of samples) expect([label, hint]).toEqual(['This is made up', expect.stringContaining('Choose no')])
	}
	expect(await formOf('brand.json')).toContainEqual(['s/day/onAccent', 'Words on buttons', ''])
})

test('a color has a picker beside its text, which is not sent; what is no color stands as it was typed', async () => {
	const brand = read('brand.json') as { day: Record<string, string> }
	const window = new Window()
	const typed = { ...brand, day: { ...brand.day, accent: 'crimson' } }
	window.document.body.innerHTML = String(
		await field({ path: '', label: 'File', shape: shapeOf('brand.json'), value: typed, faults: NONE }),
	)
	const pickers = [...window.document.querySelectorAll('input[type="color"]')]
	expect(pickers.map((each) => [each.hasAttribute('name'), each.getAttribute('data-for'), each.getAttribute('value')]).slice(0, 2)).toEqual(
		[
			[false, 'f-day-accent', '#000000'],
			[false, 'f-day-accentHover', brand.day.accentHover],
		],
	)
	expect(pickers).toHaveLength(8)
	expect(window.document.getElementById('f-day-accent')?.getAttribute('value')).toBe('crimson')
	await window.happyDOM.close()
})

test('every file has a name of its own, which is not that of its file', () => {
	const names = listFiles().map(({ group, title }) => `${group}: ${title}`)
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
	for (const { path: file, title } of listFiles()) expect([file, title]).toEqual([file, expect.stringMatching(/^[\p{Lu}\d]/u)])
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

test('an offer is added in the form, and what it lacks stands at its fields', async () => {
	const shape = shapeOf('offers.json')
	const added = rearrange(shape, readFields('offers.json', await send('offers.json', read('offers.json'))), 'add /offers')
	const fields = await send('offers.json', added)
	const own = Object.keys(fields).filter((name) => /^.\/offers\/1\//.test(name))
	expect(own).toEqual(
		expect.arrayContaining(['s/offers/1/code', 's/offers/1/amountCents', 's/offers/1/whatYouGet/0', 's/offers/1/commonQuestions/0/answer']),
	)
	expect(own.filter((name) => fields[name] === '' && !/^[ad]/.test(name))).toHaveLength(own.filter((name) => !/^[ad]/.test(name)).length)
	const told = faultsOf('offers.json', added)
	expect([...told.keys()].every((place) => place.startsWith('/offers/1/'))).toBe(true)
	expect(told.get('/offers/1/code')).toEqual(['must be lower case words joined by - or _'])
	const filled = {
		's/offers/1/code': 'founders',
		's/offers/1/productName': 'Founders Edition',
		's/offers/1/programName': 'Digital Income Mastery',
		's/offers/1/description': 'The same course.',
		's/offers/1/amountCents': '83.00',
		's/offers/1/regularAmountCents': '83.00',
		's/offers/1/currency': 'EUR',
		's/offers/1/whatYouGet/0': 'The course',
		's/offers/1/benefits/0': 'The course',
		's/offers/1/commonQuestions/0/question': 'Is it {price}?',
		's/offers/1/commonQuestions/0/answer': 'Yes.',
	}
	const typed = readFields('offers.json', { ...fields, ...filled })
	expect([...faultsOf('offers.json', typed)]).toEqual([['/offers/1/regularAmountCents', ['must be above the price']]])
	expect([
		...faultsOf('offers.json', readFields('offers.json', { ...fields, ...filled, 's/offers/1/regularAmountCents': '211.00' })),
	]).toEqual([])
})

test('another kind of code asks for its own fields; what is no number stays as it was typed', async () => {
	const offers = read('offers.json')
	const fields = await send('offers.json', offers)
	const typed = readFields('offers.json', { ...fields, 's/discountCodes/0/kind': 'amount', 's/offers/0/amountCents': '47,00' })
	expect(typed).toMatchObject({ offers: [{ amountCents: '47,00' }] })
	const again = await send('offers.json', typed)
	expect(again).not.toHaveProperty(['n/discountCodes/0/percent'])
	expect(again).toMatchObject({
		's/discountCodes/0/kind': 'amount',
		's/discountCodes/0/amountOffCents': '',
		's/offers/0/amountCents': '47,00',
	})
})

const inCurrency = (currency: string, typed: string) => async () => {
	const fields = { ...(await send('offers.json', read('offers.json'))), 's/offers/0/currency': currency, 's/offers/0/amountCents': typed }
	const value = readFields('offers.json', fields) as { offers: { amountCents: Json }[] }
	return [value.offers[0]?.amountCents, faultsOf('offers.json', value).get('/offers/0/amountCents')?.join() ?? null]
}

test.each([
	['USD', '59', 5900],
	['USD', '47.00', 4700],
	['USD', ' 0.59 ', 59],
	// As floating point numbers, these times 100 are not whole.
	['USD', '19.99', 1999],
	['USD', '1.15', 115],
	['JPY', '59', 59],
	['KWD', '59.120', 59120],
])('in %s, %j is stored as %d', async (currency, typed, cents) => {
	expect(await inCurrency(currency, typed)()).toEqual([cents, null])
})

test.each(['1e3', '47,00', '47.000', '47.5', '1,000.00', '-47.00', '+47', '0x2f', '$47', '.59', '47.', '４７', 'free', ''])(
	'%j is no amount: it stays as it was typed, with a reason at its field',
	async (typed) => {
		expect(await inCurrency('USD', typed)()).toEqual([typed, expect.stringContaining('such as 47.00')])
	},
)

test('an amount of nothing is refused, and decimals that the currency lacks', async () => {
	expect(await inCurrency('USD', '0.00')()).toEqual([0, 'must be more than 0'])
	expect(await inCurrency('JPY', '47.00')()).toEqual(['47.00', expect.stringContaining('as many decimals as the currency has')])
})

test('an amount off is in the currency of its offer', async () => {
	const offers = read('offers.json') as { offers: object[]; discountCodes: object[] }
	const { percent: _, ...code } = offers.discountCodes[0] as { percent: number }
	const value = {
		...offers,
		offers: [{ ...offers.offers[0], currency: 'JPY' }],
		discountCodes: [{ ...code, kind: 'amount', amountOffCents: 500 }],
	}
	const sent = await send('offers.json', value)
	expect(sent).toMatchObject({ 's/discountCodes/0/amountOffCents': '500', 's/offers/0/amountCents': '4700' })
	expect(readFields('offers.json', sent)).toEqual(value)
})

test('keys that mean something to the language are keys like others', () => {
	const value = readForm({ d: '', 'd/__proto__': '', 's/__proto__/admin': 'yes', 's/constructor': 'text' })
	expect(Object.hasOwn(value as object, '__proto__')).toBe(true)
	expect(({} as { admin?: string }).admin).toBeUndefined()
	expect(blank({ type: 'boolean' })).toBe(false)
})
