import { expect, test } from 'vitest'

import { formatIban, isBic, isIban, isPlaceholderIban } from './iban.ts'

test.each([
	{ text: 'DE89 3704 0044 0532 0130 00', fits: true },
	{ text: 'gb82west12345698765432', fits: true },
	{ text: 'FR14 2004 1010 0505 0001 3M02 606', fits: true },
	{ text: 'DE89 3704 0044 0532 0130 01', fits: false },
	{ text: 'DE98 3704 0044 0532 0130 00', fits: false },
	{ text: 'XX00 0000 0000 0000 0000', fits: false },
	{ text: 'DE89', fits: false },
	// The following have valid check digits, and only their format is wrong.
	{ text: 'DE3000000000011', fits: true },
	{ text: 'DE300000000011', fits: false },
	{ text: 'DE30000000000000000000000000000011', fits: true },
	{ text: 'DE300000000000000000000000000000011', fits: false },
	{ text: '1DE89370400440532052', fits: false },
	{ text: 'DE8A37040044053034', fits: false },
	{ text: '', fits: false },
])('$text is a valid IBAN: $fits', ({ text, fits }) => {
	expect(isIban(text)).toBe(fits)
})

test('an IBAN is formatted in groups of four', () => {
	expect(formatIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
	expect(formatIban('NO93 8601 1117 947')).toBe('NO93 8601 1117 947')
})

test.each([
	['COBADEFFXXX', true],
	['DEUTDEFF', true],
	['DEUTDEF', false],
	['deutdeff', false],
	['DEUTDEFF5', false],
	['DEUTDEFF5000', false],
	['1DEUTDEFF', false],
])('%s is a valid BIC: %s', (text, fits) => {
	expect(isBic(text)).toBe(fits)
})

test.each([
	['XX00 0000 0000 0000 0000', true],
	['DE89 3704 0044 0532 0130 00', true],
	['BE68539007547034', true],
	['CH9300762011623852957', true],
	['es91 2100 0418 4502 0005 1332', true],
	['FR1420041010050500013M02606', true],
	['GB29NWBK60161331926819', true],
	['GB82WEST12345698765432', true],
	['IT60X0542811101000000123456', true],
	['NL91ABNA0417164300', true],
	['DE75 5121 0800 1245 1261 99', false],
])('%s is a placeholder account: %s', (text, isPlaceholder) => {
	expect(isPlaceholderIban(text)).toBe(isPlaceholder)
})
