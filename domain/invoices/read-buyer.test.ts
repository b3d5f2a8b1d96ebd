import { expect, test } from 'vitest'

import { parseInvoiceBuyer, type TypedBuyer } from './typed-invoice.ts'

const NONE: TypedBuyer = { name: '', line1: '', line2: '', postcode: '', city: '', region: '', country: '', vatId: '' }
const ADA = { ...NONE, name: ' Ada  Ltd\u202E', line1: 'Weg 1', postcode: '10115', city: 'Berlin', country: 'de', vatId: 'de 123 456 789' }

test('a buyer’s lines are trimmed, and the VAT ID has capitals and no spaces', () => {
	expect(parseInvoiceBuyer(ADA, 'a@b.test')).toEqual({
		name: 'Ada Ltd',
		email: 'a@b.test',
		address: { line1: 'Weg 1', line2: null, postcode: '10115', city: 'Berlin', region: null, country: 'DE' },
		vatId: 'DE123456789',
	})
	expect(parseInvoiceBuyer({ ...NONE, name: 'Ada' }, null)).toEqual({ name: 'Ada', email: null, address: null, vatId: null })
})

test.each([
	[{ name: '\u0000 ' }, 'Enter the name'],
	[{ line1: '' }, 'Enter at least the address'],
	[{ city: '\u200B' }, 'Enter at least the address'],
	[{ country: 'Germany' }, 'Enter the country as two letters'],
	[{ country: '' }, 'Enter the country as two letters'],
	[{ vatId: '123' }, 'A VAT ID starts with its country code'],
	[{ vatId: '=HYPERLINK("x")' }, 'A VAT ID starts with its country code'],
])('%j is refused', (changes, message) => {
	expect(parseInvoiceBuyer({ ...ADA, ...changes }, null)).toEqual({
		field: Object.keys(changes)[0],
		problem: expect.stringContaining(message) as string,
	})
})
