import { expect, test } from 'vitest'

import { MAX_TAGS_OF_PERSON, parseTag, parseTags } from './parse-tag.ts'

test.each([
	['  Spring\t2027 ', { name: 'Spring 2027' }],
	['Cafe\u0301', { name: 'Caf\u00e9' }],
	['V\u200bIP\0\ud800', { name: 'V IP' }],
	['😀'.repeat(40), { name: '😀'.repeat(40) }],
	['😀'.repeat(41), { fault: 'A tag has at most 40 characters.' }],
	[' \n', { fault: 'Enter a tag.' }],
	['a, b', { fault: 'A tag can’t contain a comma or a semicolon.' }],
])('the tag %j is %j', (typed, parsed) => {
	expect(parseTag(typed)).toEqual(parsed)
})

test('a cell has several tags, each once', () => {
	expect(parseTags(' VIP; Spring 2027, vip,,')).toEqual({ names: ['vip', 'Spring 2027'], fault: null })
	expect(parseTags('')).toEqual({ names: [], fault: null })
})

test('a refused tag of a cell is left out, and so are those above the maximum', () => {
	expect(parseTags(`good,${'x'.repeat(41)}`)).toEqual({ names: ['good'], fault: 'A tag has at most 40 characters.' })
	const many = Array.from({ length: MAX_TAGS_OF_PERSON + 1 }, (_, index) => `t${index}`)
	expect(parseTags(many.join(';'))).toEqual({ names: many.slice(0, -1), fault: 'A person has at most 20 tags.' })
	expect(parseTags(many.slice(0, 20).join(';'))).toEqual({ names: many.slice(0, 20), fault: null })
})
