import { expect, test } from 'vitest'

import { describeFile } from './document-row.tsx'

test.each([
	{ file: { kilobytes: 38, pages: 4 }, says: 'PDF, 4 pages, 38 kB' },
	{ file: { kilobytes: 1, pages: 1 }, says: 'PDF, 1 page, 1 kB' },
	{ file: { kilobytes: 12 }, says: 'PDF, 12 kB' },
	{ file: undefined, says: 'PDF' },
])('$says', ({ file, says }) => {
	expect(describeFile('PDF', file)).toBe(says)
})
