import { expect, test } from 'vitest'

import { escapePattern } from './escape-pattern.ts'

test.each(['/career-path?x=1#a', 'A (b) [c] {d}', 'a.b*c+d|e^f$g', 'back\\slash', ''])('%j matches only itself', (text) => {
	const pattern = new RegExp(`^${escapePattern(text)}$`, 'u')
	expect([pattern.test(text), pattern.test(`${text}x`), pattern.test(text.replaceAll('.', 'x')) === !text.includes('.')]).toEqual([
		true,
		false,
		true,
	])
})
