import { expect, test } from 'vitest'

import { requireMinutes, requireSlug, requireTextFields } from './begin-fields.ts'

test('texts are on one line and at most 120 characters, and each empty one is named', () => {
	const labels = { title: 'a title', summary: 'a summary' }
	expect(requireTextFields({ title: ` a \n\0 b${'x'.repeat(200)}`, summary: 's', other: 'o' }, labels)).toEqual({
		title: `a  b${'x'.repeat(116)}`,
		summary: 's',
	})
	const details = { fields: { title: 'Enter a title.', summary: 'Enter a summary.' } }
	expect(() => requireTextFields({ title: ' ' }, labels)).toThrow(expect.objectContaining({ code: 'begin_invalid', details }))
})

test.each(['1', '45', '999'])('%s minutes are taken', (minutes) => expect(requireMinutes(minutes)).toBe(minutes))

test.each(['', '0', '05', '1000', '1.5', '-3'])('“%s” minutes are refused at their field', (minutes) => {
	expect(() => requireMinutes(minutes)).toThrow(
		expect.objectContaining({ details: { fields: { minutes: 'Enter a whole number of minutes.' } } }),
	)
})

test('an address needs a letter or digit', () => {
	expect(requireSlug('address', 'My first Guide!')).toBe('my-first-guide')
	expect(() => requireSlug('address', 'Путь')).toThrow(expect.objectContaining({ code: 'begin_invalid' }))
})
