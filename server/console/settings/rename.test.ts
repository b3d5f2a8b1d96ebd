import { expect, test } from 'vitest'

import { renameFile } from './rename.ts'

test.each([
	['Launch', 'Launch Academy', 'Launch, and Launch Academy', 'Launch Academy, and Launch Academy'],
	['Launch Academy', 'Launch', 'Launch Academy, and Launch', 'Launch, and Launch'],
	['E-Commerce Lab', 'C++ (Lab)', 'An E-Commerce Lab', 'An C++ (Lab)'],
])('%j becomes %j also where one contains the other', (from, to, text, renamed) => {
	expect(renameFile('articles/a.md', text, [{ from, to }])).toBe(renamed)
})
