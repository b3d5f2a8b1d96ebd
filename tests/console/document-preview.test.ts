import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const PAGE = '/admin/content/documents'
const SELLER = 'company/seller.json'

const wordsIn = (html: string) => /<pre class="message-text">([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? ''

/** A seller who issues invoices with 19% VAT. */
const seller = JSON.stringify({
	...(JSON.parse(originOf(SELLER)) as object),
	makesInvoices: true,
	name: 'Draft Seller LLC',
	address: { line1: '1 Main Street', line2: '', postcode: '10115', city: 'Berlin', region: '', country: 'DE' },
	vatId: 'DE123456789',
	tax: { mode: 'included', reason: '', isSubjectToVat: true, ratePercent: 19 },
	numbers: { invoices: 'ABC', creditNotes: 'CN' },
})

test('receipt and certificate previews show the drafts, as text and PDF, to operators only', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get(PAGE)).text).toContain('Your drafts don’t change it.')
	const before = originOf('site.json')
	expect((await saveText(operator, 'site.json', before.replace(/"name": ".*?"/, '"name": "Draft Academy"'))).status).toBe(303)
	for (const sampled of ['receipt', 'certificate']) {
		const file = await operator.get(`${PAGE}/pdf?document=${sampled}`)
		expect([file.status, file.headers.get('content-type'), file.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
	}
	const { text } = await operator.get(`${PAGE}?document=certificate`)
	expect(text).toContain('With your unpublished changes.')
	expect(wordsIn(text)).toContain('Draft Academy')
	expect(text).toContain(`href="${PAGE}/pdf?document=certificate"`)
	expect((await operator.get(`${PAGE}/pdf?document=passport`)).status).toBe(404)

	const support = await openConsoleAs(wire, 'support')
	for (const place of [PAGE, `${PAGE}/pdf?document=receipt`]) expect((await support.get(place)).status).toBe(403)
})

test('an invoice preview shows the draft’s seller and tax once invoices are on', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	expect((await operator.get(`${PAGE}?document=invoice`)).text).toContain('Invoices are off')
	expect((await operator.get(`${PAGE}/pdf?document=invoice`)).status).toBe(404)
	expect((await operator.get('/admin/settings/tax')).text).toContain(`href="${PAGE}?document=invoice"`)
	expect((await saveText(operator, SELLER, seller)).status).toBe(303)
	const words = wordsIn((await operator.get(`${PAGE}?document=invoice`)).text)
	expect(words).toContain('Draft Seller LLC, 1 Main Street, 10115 Berlin, DE')
	expect(words).toMatch(/Number: ABC-2026-00042/)
	expect(words).toMatch(/VAT 19%/)
	expect((await operator.get(`${PAGE}/pdf?document=invoice`)).text).toMatch(/^%PDF-/)
})

test('drafts with errors are listed instead of the document', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	await saveText(operator, 'site.json', originOf('site.json').replace(/"name": ".*?"/, '"name": 7'))
	const { text } = await operator.get(PAGE)
	expect(text).toContain('Fix the errors in your drafts to see the documents.')
	expect(text).toContain(addressOf('site.json').replaceAll('&', '&amp;'))
	expect((await operator.get(`${PAGE}/pdf?document=receipt`)).status).toBe(404)
})
