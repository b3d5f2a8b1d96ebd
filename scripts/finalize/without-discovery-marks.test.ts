import { expect, test } from 'vitest'

import { withoutDiscoveryMarks } from './without-discovery-marks.ts'

test('links lose the mark and nothing else; what a page says about it stays', () => {
	const page =
		'<a class="link" href="/a" data-discover="true">A</a><p>An attribute: data-discover="true"</p><a href="/b" data-discover="true">B</a>'
	expect(withoutDiscoveryMarks(page)).toBe('<a class="link" href="/a">A</a><p>An attribute: data-discover="true"</p><a href="/b">B</a>')
})
