import { expect, test } from 'vitest'

import { renameInText } from './rename.ts'

test.each([
	['Launch', 'Launch Academy', 'Launch, and Launch Academy', 'Launch Academy, and Launch Academy'],
	['Launch Academy', 'Launch', 'Launch Academy, and Launch', 'Launch, and Launch'],
	['E-Commerce Lab', 'C++ (Lab)', 'An E-Commerce Lab', 'An C++ (Lab)'],
])('replacing %j with %j also works if one contains the other', (from, to, text, renamed) => {
	expect(renameInText('articles/a.md', text, [{ from, to }])).toBe(renamed)
})

test('simultaneous renames don’t affect each other', () => {
	const nova = [
		{ from: 'Launch', to: 'Nova' },
		{ from: 'Launch Method', to: 'Rise Method' },
	]
	expect(renameInText('articles/a.md', 'Launch and the Launch Method', nova)).toBe('Nova and the Rise Method')
	const chain = [
		{ from: 'Harbor', to: 'Pier' },
		{ from: 'Pier', to: 'Quay' },
	]
	expect(renameInText('site.json', '{"name":"Harbor","program":"Pier"}', chain)).toBe('{"name":"Pier","program":"Quay"}')
})
