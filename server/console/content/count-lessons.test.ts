import { expect, test } from 'vitest'

import { recountLessons } from './count-lessons.ts'

test.each([
	['2 lessons', '1 lesson'],
	['2 sections', '1 section'],
	['5 lessons', '5 lessons'],
	['2 downloads', '2 downloads'],
])('a module with one of two lessons left says %s: %s', (value, after) => {
	const page = { sections: ['a', 'b'], details: [{ label: 'Lessons', value }] }
	expect(recountLessons(page, { ...page, sections: ['a'] }).details).toEqual([{ label: 'Lessons', value: after }])
	expect(recountLessons({ sections: ['a', 'b'] }, { sections: ['a'] })).toEqual({ sections: ['a'] })
})
