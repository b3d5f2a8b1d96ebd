import { expect, test } from 'vitest'

import { formatReference, makeReference, parseReference } from './transfer-reference.ts'

test('eight random bytes become a reference that can be parsed from a bank statement', () => {
	const reference = makeReference(Uint8Array.from([7, 19, 2, 20, 9, 4, 23, 255]))
	expect(reference).toBe('LW7K2M94QZ')
	expect(makeReference(Uint8Array.from([7, 19, 2, 20, 9, 4, 23, 255, 1]))).toBe(reference)
	expect(formatReference(reference)).toBe('LW-7K2M-94QZ')
	for (const text of ['LW-7K2M-94QZ', 'lw 7k2m 94qz', ' LW7K2M94QZ ']) expect(parseReference(text)).toBe(reference)
})

test('letters that look like digits are parsed as digits', () => {
	expect(parseReference('LW-OIL0-1234')).toBe('LW01101234')
})

test.each(['', 'LW', '7K2M94QZ', 'LW-7K2M-94Q', 'LW-7K2M-94QZ1', 'LW-7K2M-94QU', 'XX-7K2M-94QZ', "LW' or 1=1"])(
	'“%s” is not a reference',
	(text) => {
		expect(parseReference(text)).toBeNull()
	},
)
