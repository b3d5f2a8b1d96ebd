import { expect, test } from 'vitest'

import { anchorsOf, findAnchoredLinks } from './anchors.ts'

test.each([
	{ heading: '## What /rest/v1 reads of a request', anchor: 'what-restv1-reads-of-a-request' },
	{ heading: '# Layers ("rings") and what they may import', anchor: 'layers-rings-and-what-they-may-import' },
	{ heading: '### `code` and sign-in', anchor: 'code-and-sign-in' },
])('$heading', ({ heading, anchor }) => {
	expect([...anchorsOf(`text\n${heading}\n`)]).toEqual([anchor])
})

test('links to headings in this and other files are found, external ones aren’t', () => {
	const markdown = '[a](#here)\n[b](../wire.md#there) [c](https://example.com/x#y) [d](plain.md)'
	expect(findAnchoredLinks(markdown)).toEqual([
		{ line: 1, path: '', anchor: 'here' },
		{ line: 2, path: '../wire.md', anchor: 'there' },
	])
})
