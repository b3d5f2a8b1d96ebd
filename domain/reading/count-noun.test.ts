import { expect, test } from 'vitest'

import { countNoun } from './count-noun.ts'

test('a count has the singular only for one, and groups thousands', () => {
	expect([0, 1, 2, 1234].map((count) => countNoun(count, 'lesson'))).toEqual(['0 lessons', '1 lesson', '2 lessons', '1,234 lessons'])
	expect(countNoun(2, 'person', 'people')).toBe('2 people')
})
