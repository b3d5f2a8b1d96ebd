import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { nameOptions, nameSingleEntry } from './field-words.ts'
import { listFiles } from './files.ts'
import { type Faults, type FormPart, presentForm } from './json-form.ts'
import { parseAmounts, formatAmountFields } from './money-fields.ts'
import { faultsOf } from './read-editor.ts'
import { emptyValue, type FormShape, type Json, jsonSchemaOf, readForm, editList } from './read-form.ts'
import { MAX_FORM_LENGTH } from './save-file.ts'

const NONE: Faults = new Map()

function formOf(file: string, value: Json): FormPart {
	const shape = jsonSchemaOf(file)
	return presentForm({ path: '', label: 'File', shape, value: formatAmountFields(shape, value), faults: NONE })
}

const listParts = (part: FormPart): FormPart[] => [part, ...('parts' in part ? part.parts.flatMap(listParts) : [])]

/** Returns the form fields of a value as a browser submits them. */
function send(file: string, value: Json): Record<string, string> {
	const fields: Record<string, string> = {}
	for (const part of listParts(formOf(file, value))) {
		const control = 'hidden' in part ? part.hidden : part
		if (control === null) continue
		expect(Object.hasOwn(fields, control.name)).toBe(false)
		// Browsers submit line breaks as CRLF.
		fields[control.name] = control.value.replaceAll('\n', '\r\n')
	}
	return fields
}

const readFields = (file: string, fields: Readonly<Record<string, string>>) => parseAmounts(jsonSchemaOf(file), readForm(fields))

const read = (file: string) => JSON.parse(readFileSync(`content/${file}`, 'utf8')) as Json

const files = globSync('**/*.json', { cwd: 'content' }).filter((file) => !/sizes/.test(file))

test.each(files)('submitting the unchanged form of %s gives the same file', (file) => {
	const value = read(file)
	const sent = send(file, value)
	expect(readFields(file, sent)).toEqual(value)
	// The limit is at least four times the size of any file.
	expect(new URLSearchParams(sent).toString().length * 4).toBeLessThan(MAX_FORM_LENGTH)
})

test('automations that an operator added have fields, but the form has no button to add one, since it could not name it', () => {
	const labels = (value: Json) =>
		listParts(formOf('lifecycle.json', value)).flatMap(({ label, commands }) => [label, ...commands.map((each) => each.label)])
	const plain = read('lifecycle.json')
	expect(labels(plain)).toContain('To an inactive learner')
	expect(labels(plain).join()).not.toContain('utomation')
	expect(labels({ ...(plain as object), own: { 'day-9': { subject: 'Nine', body: 'Days.' } } })).toContain('Automations you added')
})

test('fields have labels and hints: amounts name the currency, and a sample is explained', () => {
	const labelsOf = (file: string) =>
		listParts(formOf(file, read(file))).flatMap((part) => ('name' in part ? [[part.name, part.label, part.hint ?? ''] as const] : []))
	const offers = labelsOf('offers.json')
	expect(offers).toContainEqual(['s/offers/0/amountCents', 'Price', expect.stringContaining('47.00')])
	expect(offers).toContainEqual(['o/offers/0/regularAmountCents', 'Regular price', expect.any(String)])
	for (const file of ['marketing/testimonials.json', 'marketing/activity.json', 'company/careers.json', 'company/about.json']) {
		const samples = labelsOf(file).filter(([name]) => name.endsWith('/sample'))
		expect(samples.length).toBeGreaterThan(0)
		for (const [, label, hint] of samples) expect([label, hint]).toEqual(['This is made up', expect.stringContaining('Turn this off')])
	}
	const country = listParts(formOf('company/seller.json', read('company/seller.json'))).find(({ id }) => id === 'f-address-country')
	const options = country?.is === 'choice' ? country.options : []
	expect([options.length, options[0], options[1]]).toEqual([251, ['', 'Not set'], ['AF', 'Afghanistan']])
	expect(options).toContainEqual(['DE', 'Germany'])
	expect(labelsOf('brand.json')).toContainEqual(['s/day/onAccent', 'Button text', ''])
})

test('an invalid country or currency code is shown as typed', () => {
	const seller = read('company/seller.json') as { address: Record<string, string> }
	const parts = listParts(formOf('company/seller.json', { ...seller, address: { ...seller.address, country: 'Germany' } }))
	expect(parts.find(({ id }) => id === 'f-address-country')).toMatchObject({
		options: expect.arrayContaining([['Germany', 'Germany']]) as unknown,
	})
	expect(nameOptions(['EURO', 'EUR', 'XK'], { is: 'text', format: 'currency' } as never)).toEqual([
		['EURO', 'EURO'],
		['EUR', 'EUR – Euro'],
		['XK', 'XK'],
	])
})

test('a form from an earlier release keeps its checkbox values', () => {
	const fields = { d: '', 'q/hidden': 'true', 'q/featured': 'false', 'q/real': '', 'y/sample': 'true' }
	expect(readForm(fields)).toEqual({ hidden: true, featured: false, sample: true })
})

test('a color field is recognized even with another value typed', () => {
	const brand = read('brand.json') as { day: Record<string, string> }
	const parts = listParts(formOf('brand.json', { ...brand, day: { ...brand.day, accent: 'crimson' } }))
	const colors = parts.flatMap((part) => (part.is === 'text' && part.isColor ? [[part.name, part.value]] : []))
	expect(colors).toHaveLength(9)
	expect(colors).toContainEqual(['s/day/accent', 'crimson'])
})

test('every file has a unique title that isn’t its file name', () => {
	const names = listFiles().map(({ group, title }) => `${group}: ${title}`)
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
	for (const { path: file, title } of listFiles()) expect([file, title]).toEqual([file, expect.stringMatching(/^[\p{Lu}\d]/u)])
})

test('list entries are added, moved and removed; an invalid command changes nothing', () => {
	const shape = jsonSchemaOf('offers.json')
	const offers = read('offers.json') as { offers: { benefits: string[] }[]; discountCodes: { code: string }[] }
	const after = (order: string) => editList(shape, offers, order) as typeof offers
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

test('an offer can be added in the form, and missing values are reported at its fields', () => {
	const shape = jsonSchemaOf('offers.json')
	const added = editList(shape, readFields('offers.json', send('offers.json', read('offers.json'))), 'add /offers')
	const fields = send('offers.json', added)
	const own = Object.keys(fields).filter((name) => /^.\/offers\/1\//.test(name))
	expect(own).toEqual(
		expect.arrayContaining(['s/offers/1/code', 's/offers/1/amountCents', 's/offers/1/whatYouGet/0', 's/offers/1/commonQuestions/0/answer']),
	)
	expect(own.filter((name) => fields[name] === '' && !/^[ad]/.test(name))).toHaveLength(own.filter((name) => !/^[ad]/.test(name)).length)
	const told = faultsOf('offers.json', added)
	expect([...told.keys()].every((place) => place.startsWith('/offers/1/'))).toBe(true)
	expect(told.get('/offers/1/code')).toEqual(['must be lowercase words joined by - or _'])
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

test('changing the type of a code switches its fields, and an invalid number stays as typed', () => {
	const offers = read('offers.json')
	const fields = send('offers.json', offers)
	const typed = readFields('offers.json', { ...fields, 's/discountCodes/0/kind': 'amount', 's/offers/0/amountCents': '47,000' })
	expect(typed).toMatchObject({ offers: [{ amountCents: '47,000' }] })
	const again = send('offers.json', typed)
	expect(again).not.toHaveProperty(['n/discountCodes/0/percent'])
	expect(again).toMatchObject({
		's/discountCodes/0/kind': 'amount',
		's/discountCodes/0/amountOffCents': '',
		's/offers/0/amountCents': '47,000',
	})
})

const inCurrency = (currency: string, typed: string) => {
	const fields = { ...send('offers.json', read('offers.json')), 's/offers/0/currency': currency, 's/offers/0/amountCents': typed }
	const value = readFields('offers.json', fields) as { offers: { amountCents: Json }[] }
	return [value.offers[0]?.amountCents, faultsOf('offers.json', value).get('/offers/0/amountCents')?.join() ?? null]
}

test.each([
	['USD', '59', 5900],
	['USD', '47.00', 4700],
	['USD', '$47', 4700],
	['EUR', '89,50', 8950],
	['USD', '1,000.00', 100_000],
	['EUR', '€ 47.00', 4700],
	['USD', ' 0.59 ', 59],
	// Multiplied by 100 as floating-point numbers, these amounts aren't integers.
	['USD', '19.99', 1999],
	['USD', '1.15', 115],
	['JPY', '59', 59],
	['KWD', '59.150', 59150],
])('in %s, %j is stored as %d', async (currency, typed, cents) => {
	expect(inCurrency(currency, typed)).toEqual([cents, null])
})

test.each(['1e3', '47,000', '47.000', '47.505', '-47.00', '+47', '0x2f', '€47', '$-47', '.59', '47.', '４７', 'free', ''])(
	'%j is not an amount: it stays as typed, with an error at its field',
	(typed) => {
		expect(inCurrency('USD', typed)).toEqual([typed, expect.stringContaining('such as 47.00')])
	},
)

test('an amount of zero and more decimals than the currency has are refused', () => {
	expect(inCurrency('USD', '0.00')).toEqual([0, 'must be more than 0'])
	expect(inCurrency('JPY', '47.00')).toEqual(['47.00', expect.stringContaining('as many decimals as the currency has')])
})

test('a missing list is added with its first entry', () => {
	const added = editList(jsonSchemaOf('site.json'), read('site.json'), 'add /redirects')
	expect(added).toMatchObject({ redirects: [{ from: '', to: '' }] })
	expect(listParts(formOf('site.json', read('site.json'))).flatMap(({ commands }) => commands)).toContainEqual(
		expect.objectContaining({ label: 'Add redirect', to: 'f-redirects-0' }),
	)
})

test('a fixed discount uses the currency of its offer', () => {
	const offers = read('offers.json') as { offers: object[]; discountCodes: object[] }
	const { percent: _, ...code } = offers.discountCodes[0] as { percent: number }
	const value = {
		...offers,
		offers: [{ ...offers.offers[0], currency: 'JPY' }],
		discountCodes: [{ ...code, kind: 'amount', amountOffCents: 500 }],
	}
	const sent = send('offers.json', value)
	expect(sent).toMatchObject({ 's/discountCodes/0/amountOffCents': '500', 's/offers/0/amountCents': '4700' })
	expect(readFields('offers.json', sent)).toEqual(value)
})

test('a button names the entry it adds, if its list has a plural name', () => {
	const labels = (file: string) => listParts(formOf(file, read(file))).flatMap(({ commands }) => commands.map(({ label }) => label))
	expect(labels('marketing/testimonials.json')).toContain('Add testimonial')
	expect(labels('offers.json')).toEqual(expect.arrayContaining(['Add discount code', 'Add item']))
	expect(labels('library.json')).not.toContain('Add email template')
	expect(nameSingleEntry('Categories')).toBe('category')
	expect(['Questions and answers', 'Progress', 'Worksheet', 'Rows 1'].map(nameSingleEntry)).toEqual([null, null, null, null])
})

test('a testimonial needs a name and a quote; the rest can stay empty', () => {
	const file = 'marketing/testimonials.json'
	const testimonial = { ...(emptyValue(jsonSchemaOf(file).properties?.testimonials?.items as FormShape) as object), id: 'maya' }
	expect([...faultsOf(file, { testimonials: [testimonial] }).keys()]).toEqual(['/testimonials/0/name', '/testimonials/0/content'])
	expect([...faultsOf(file, { testimonials: [{ ...testimonial, name: 'Maya', content: 'Good.' }] }).keys()]).toEqual([])
})

test('keys such as __proto__ are treated as ordinary keys', () => {
	const value = readForm({ d: '', 'd/__proto__': '', 's/__proto__/admin': 'yes', 's/constructor': 'text' })
	expect(Object.hasOwn(value as object, '__proto__')).toBe(true)
	expect(({} as { admin?: string }).admin).toBeUndefined()
	expect(emptyValue({ type: 'boolean' })).toBe(false)
})

test('an empty address is open, and a quote is a field of two lines', () => {
	const address = listParts(formOf('company/seller.json', read('company/seller.json'))).find(({ id }) => id === 'f-address')
	expect(address).toMatchObject({ is: 'group', isOpen: true })
	const filled = { ...(read('company/seller.json') as object), address: { line1: '1 Main St', country: 'US' } }
	expect(listParts(formOf('company/seller.json', filled as Json)).find(({ id }) => id === 'f-address')).toMatchObject({ isOpen: false })
	const testimonials = { testimonials: [{ id: 'new', content: '' }] }
	const quote = listParts(formOf('marketing/testimonials.json', testimonials)).find(({ label }) => label === 'Quote')
	expect(quote).toMatchObject({ is: 'text', rows: 2 })
})
