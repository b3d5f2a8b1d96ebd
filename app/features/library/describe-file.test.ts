import { expect, test } from 'vitest'

import { describeFile } from './describe-file.ts'

test.each([
	{ file: { bytes: 38_400, pages: 4 }, says: 'PDF, 4 pages, 38 kB' },
	{ file: { bytes: 900, pages: 1 }, says: 'PDF, 1 page, 1 kB' },
	{ file: { bytes: 100 }, says: 'PDF, 1 kB' },
	{ file: undefined, says: 'PDF' },
])('$says', ({ file, says }) => {
	expect(describeFile('PDF', file)).toBe(says)
})
