import { expect, test } from 'vitest'

import { mergeTypedText } from './early-text.ts'

test.each([
	['One two three.', 'One two.', 'One two, four.', 'One two, four three.'],
	['One.', 'One.', 'Two.', 'Two.'],
	['Something else.', 'One two.', 'One two, four.', 'Something else.\n\n, four'],
	['One two three.', 'One two.', 'One.', 'One two three.'],
])('the draft %j is combined with %j typed before hydration: %j', (kept, before, value, both) => {
	expect(mergeTypedText(kept, { before, value, isLine: false })).toBe(both)
})

test('a price typed before hydration replaces the stored draft', () => {
	expect(mergeTypedText('57.00', { before: '47.00', value: '97.00', isLine: true })).toBe('97.00')
})
