import { expect, test } from 'vitest'

import { partIndexOf, resumeAt, formatPlace, textParts, type TextBlock } from './text-parts.ts'

const p = (words: number): TextBlock => ({ heading: null, words })
const h = (heading: string): TextBlock => ({ heading, words: 1 })
const text = [p(220), h('One'), p(440), p(439), h('Two'), p(219)]

test('parts start at headings, and an introduction is a separate part', () => {
	expect(textParts(text)).toEqual([
		{ title: 'Beginning', first: 0 },
		{ title: 'One', first: 1 },
		{ title: 'Two', first: 4 },
	])
	expect(textParts(text.slice(1)).map(({ title }) => title)).toEqual(['One', 'Two'])
	expect(textParts([p(0), h('One')]).map(({ title }) => title)).toEqual(['One'])
	expect(textParts([p(5), p(5)])).toEqual([])
})

test.each([
	{ at: 0, part: 0, said: 'Part 1 of 3, about 6 minutes left' },
	{ at: 1, part: 1, said: 'Part 2 of 3, about 5 minutes left' },
	{ at: 3, part: 1, said: 'Part 2 of 3, about 3 minutes left' },
	{ at: 4, part: 2, said: 'Part 3 of 3, about 1 minute left' },
	{ at: 6, part: 2, said: 'Part 3 of 3, less than a minute left' },
])('at block $at: $said', ({ at, part, said }) => {
	expect(partIndexOf(textParts(text), at)).toBe(part)
	expect(formatPlace(text, at)).toBe(said)
})

test('a text without headings shows only the time', () => {
	expect(formatPlace([p(440)], 0)).toBe('About 2 minutes left')
	expect(formatPlace([], 0)).toBe('Less than a minute left')
})

test.each([
	{ place: { block: 7, of: 20 }, count: 20, to: 7 },
	{ place: { block: 7, of: 20 }, count: 40, to: 14 },
	{ place: { block: 1, of: 20 }, count: 20, to: null },
	{ place: { block: 19, of: 20 }, count: 20, to: null },
	{ place: { block: 19, of: 20 }, count: 4, to: null },
	{ place: { block: 3, of: 20 }, count: 0, to: null },
])('after stopping at $place, a text of $count blocks resumes at $to', ({ place, count, to }) => {
	expect(resumeAt(place, count)).toBe(to)
})
