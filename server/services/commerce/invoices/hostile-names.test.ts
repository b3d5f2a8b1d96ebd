import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'

import type { Invoice } from '#domain/invoices/invoice.ts'
import { writeCii } from '#domain/invoices/write-cii.ts'
import { filePrinter } from '#server/adapters/documents/file-printer.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { anonymousContext } from '#tests/factories/checkout.ts'
import { SELLER } from '#tests/factories/seller.ts'
import { makeOrder, paidSnapshot } from '#tests/factories/snapshot.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { requireInvoice } from './find-invoices.ts'
import { printInvoice } from './print-invoice.ts'

const ADDRESS = { line1: 'Rue\u0000 1\nbis', line2: '\u202E', postcode: '75001', city: 'P\u0007aris', region: null, country: 'FR' }

/** Counts uses of glyph 0, the box shown for characters that the font lacks. PDF/A forbids it. */
function countMissing(pdf: Uint8Array): number {
	const bytes = Buffer.from(pdf)
	const streams = [...bytes.toString('latin1').matchAll(/stream\r?\n/g)].flatMap(({ index, 0: word }) => {
		try {
			return [inflateSync(bytes.subarray(index + word.length)).toString('latin1')]
		} catch {
			return []
		}
	})
	const lines = streams.flatMap((text) => text.split('\n')).filter((line) => line.endsWith('] TJ'))
	expect(lines.length).toBeGreaterThan(10)
	const glyphs = lines.flatMap((line) => [...line.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex?.match(/.{4}/g) ?? []))
	return glyphs.filter((glyph) => glyph === '0000').length
}

test('a buyer whose name can’t be stored or written as XML still gets an order and an invoice', async () => {
	const { deps } = await makeTestDeps({ invoicing: SELLER })
	const order = await makeOrder(deps)
	const customer = { name: 'A\u0000d\u0007a\uD800 \u{1F600}', address: ADDRESS, vatId: null }
	expect(await applySnapshot(anonymousContext(deps), order.id, paidSnapshot(order, { customer }))).toMatchObject({ status: 'paid' })
	const { id } = await deps.db.selectFrom('invoices').select('id').executeTakeFirstOrThrow()
	const invoice = await requireInvoice(deps.db, { id, orderId: order.id })
	expect(invoice.buyer).toMatchObject({ name: 'Ada \u{1F600}', address: { line1: 'Rue 1 bis', line2: null, city: 'Paris' } })
	expect(countMissing(await printInvoice(deps, invoice))).toBe(0)
	expect(writeCii(invoice)).toContain('<ram:Name>Ada \u{1F600}</ram:Name>')
})

test('an older document with such a name can still be printed', async () => {
	const invoice: Invoice = {
		kind: 'invoice',
		number: 'INV-2026-00001',
		issuedOn: '2026-11-23',
		suppliedOn: '2026-11-23',
		currency: 'EUR',
		seller: SELLER.seller,
		buyer: { name: `\u202E\u0007\u{1F600}\u05D0${'\u738B'.repeat(1000)}`, email: 'a@b.test', address: ADDRESS, vatId: null },
		item: 'Course',
		itemNote: null,
		netCents: 3950,
		taxCents: 750,
		grossCents: 4700,
		tax: SELLER.tax,
		corrects: null,
		replacedBy: null,
		orderId: '018f0000-0000-7000-8000-000000000000',
		isLive: true,
	}
	expect(countMissing(await printInvoice({ documents: filePrinter }, invoice))).toBe(0)
})
