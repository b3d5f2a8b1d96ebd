import { expect, test, vi } from 'vitest'

import { groupInsertions, listInsertions } from './commands.ts'
import { placeMenu } from './slash-menu.tsx'

test.each([
	[900, 540, { top: 562 }],
	[900, 600, { top: 622 }],
	[900, 660, { bottom: 240 }],
	[450, 200, { top: 222 }],
	[450, 300, { bottom: 150 }],
])('in a window %i px high, the / menu of a line at %i px is above it only without space below', (height, top, place) => {
	vi.stubGlobal('visualViewport', null)
	vi.stubGlobal('innerHeight', height)
	expect(placeMenu({ left: 0, top, bottom: top + 22 })).toMatchObject(place)
})

test('the menus have groups, whose entries are in the order of the arrow keys', () => {
	const items = listInsertions('lesson')
	const groups = groupInsertions(items)
	expect(groups.map(([name]) => name)).toEqual(['Text', 'Lists and tables', 'Media', 'Boxes', 'Course blocks'])
	expect(groups.flatMap(([, members]) => members)).toEqual(items)
	expect(groupInsertions(listInsertions('mail')).map(([name]) => name)).toEqual(['Text', 'Lists and tables', 'Media'])
})

test.each(['Video', 'File'])(
	'a %s comes from Media, in lessons and articles but not in emails; a fenced video block isn’t offered',
	(wanted) => {
		const groupOf = (kind: Parameters<typeof listInsertions>[0]) => listInsertions(kind).filter(({ name }) => name === wanted)
		expect(groupOf('lesson').map(({ group }) => group)).toEqual(['Media'])
		expect(groupOf('text').map(({ group }) => group)).toEqual(['Media'])
		expect(groupOf('mail')).toEqual([])
	},
)
