import { expect, test } from 'vitest'

import { cleanBuyer } from './clean-buyer.ts'

const ADDRESS = { line1: 'Rue\u0000 1\nbis', line2: '\u202E', postcode: ' 75001', city: 'P\u0007aris', region: '', country: 'FR' }

test.each([
	{
		why: 'control characters and half a surrogate pair are removed',
		name: 'A\u0000d\u0007a\uD800 \r\nLovelace\u2028',
		kept: 'Ada Lovelace',
	},
	{ why: 'direction marks are removed', name: 'Ada \u202Efdp.exe\u2066\u200F', kept: 'Ada fdp.exe' },
	{ why: 'characters invalid in XML are removed', name: 'A\uFFFEd\uFFFFa\u000B', kept: 'Ada' },
	{ why: 'invisible text becomes empty', name: '\u0000\u200B \u202E\u200D', kept: null },
	{ why: 'ten thousand characters are truncated', name: '\u{1F469}'.repeat(10_000), kept: '\u{1F469}'.repeat(200) },
	{ why: 'joined emoji are kept', name: 'Ada \u{1F469}\u200D\u{1F4BB}', kept: 'Ada \u{1F469}\u200D\u{1F4BB}' },
	{
		why: 'other scripts and combining accents are kept',
		name: '\u738B\u5C0F\u660E Bla\u0301zquez',
		kept: '\u738B\u5C0F\u660E Bl\u00E1zquez',
	},
	{ why: 'a formula is kept, because the CSV escapes it', name: '=HYPERLINK("x")', kept: '=HYPERLINK("x")' },
])('$why', ({ name, kept }) => {
	expect(cleanBuyer({ name, email: 'a@b.test', address: ADDRESS, vatId: 'FR12345678901' })).toEqual({
		name: kept,
		email: 'a@b.test',
		address: { line1: 'Rue 1 bis', line2: null, postcode: '75001', city: 'Paris', region: null, country: 'FR' },
		vatId: 'FR12345678901',
	})
})
