import { expect, test } from 'vitest'

import { boxIds } from './box-ids.ts'

const [first] = boxIds(['You know how a refund works, and you have done one'])

test.each([
	{ what: 'the same text', text: 'You know how a refund works, and you have done one', isSame: true },
	{ what: 'other punctuation, capitals and spaces', text: '  you know how a refund works and you have done one. ', isSame: true },
	{ what: 'another word', text: 'You know how a refund works, and you have done two', isSame: false },
	{ what: 'nothing', text: '', isSame: false },
])('a box with $what: same ID $isSame', ({ text, isSame }) => {
	expect(boxIds([text])[0] === first).toBe(isSame)
})

test('boxes keep their IDs when others are added, removed or moved', () => {
	const [a, b, c] = boxIds(['One', 'Two', 'Three'])
	expect(boxIds(['Three', 'New', 'One'])).toEqual([c, expect.any(String), a])
	expect(new Set([a, b, c]).size).toBe(3)
})

test('two boxes with the same text have different IDs, which are valid keys', () => {
	const ids = boxIds(['Asked', 'Asked', 'פרטים', '名前'])
	expect(new Set(ids).size).toBe(4)
	for (const id of ids) expect(id).toMatch(/^[a-z0-9-]{7,12}$/)
})

test('box IDs never change, because learners’ ticks are stored under them', () => {
	expect(boxIds(['You know how a refund works', 'Asked', 'asked!', 'Asked', 'A sked', 't0'])).toEqual([
		'12bz7k6',
		'1ar2xb7',
		'1ar2xb7-2',
		'1ar2xb7-3',
		'0vp1frf',
		'02kl65l',
	])
})
