import { expect, test } from 'vitest'

import { toPreviewPosition } from './follow-text.ts'

test('the preview shows the same part of the text, though its parts differ in height', () => {
	const [from, to] = [
		[100, 300, 700],
		[0, 50, 450],
	]
	expect([0, 100, 200, 300, 400, 700, 900].map((position) => toPreviewPosition(position, from, to))).toEqual([0, 0, 25, 50, 150, 450, 450])
})

test('a text without height is shown from its start', () => {
	expect(toPreviewPosition(40, [10, 10], [0, 200])).toBe(0)
})
