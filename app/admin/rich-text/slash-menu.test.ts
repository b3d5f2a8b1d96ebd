import type { Editor } from '@tiptap/react'
import { expect, test, vi } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { groupInsertions, listInsertions } from './commands.ts'
import { placeMenu, useSlashMenu } from './slash-menu.tsx'

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

/** An editor whose cursor is at the end of a paragraph with this text. */
const editorWith = (text: string, deleted: object[] = []) => {
	const parent = { type: { name: 'paragraph' }, textBetween: () => text }
	const $from = { parent, parentOffset: text.length, start: () => 1, pos: 1 + text.length }
	const chain = () => ({ deleteRange: (range: object) => ({ run: () => deleted.push(range) }) })
	const view = { coordsAtPos: () => ({ left: 0, top: 0, bottom: 20 }) }
	return { state: { selection: { $from, empty: true } }, view, chain } as unknown as Editor
}

test('the / menu narrows while typing, its arrow keys wrap around, and Escape closes it until the line changes', async () => {
	const media: string[] = []
	const { current, run } = await renderHook(() => useSlashMenu('lesson', (kind) => media.push(kind)))
	const deleted: object[] = []
	const type = (text: string) => run(() => current().onTransaction(editorWith(text, deleted)))
	const press = async (key: string) => {
		let isHandled = false
		await run(() => (isHandled = current().onKeyDown({ key } as KeyboardEvent)))
		return isHandled
	}
	await type('text')
	expect([current().open, await press('ArrowDown')]).toEqual([null, false])
	await type('/')
	const { length } = current().items
	expect(current().index).toBe(0)
	await press('ArrowUp')
	expect(current().index).toBe(length - 1)
	await press('ArrowUp')
	expect(current().index).toBe(length - 2)
	await press('ArrowDown')
	await press('ArrowDown')
	expect(current().index).toBe(0)
	await press('ArrowDown')
	await type('/pict')
	expect([current().index, current().items.map(({ name }) => name)]).toEqual([0, ['Picture']])
	await press('Escape')
	expect(current().open).toBeNull()
	await type('/pictu')
	expect(current().open).toBeNull()
	await type('')
	await type('/pict')
	expect(await press('Enter')).toBe(true)
	expect([media, deleted, current().open]).toEqual([['picture'], [{ from: 1, to: 6 }], null])
	await type('/nothing like it')
	expect([current().items, await press('Enter'), await press('Escape')]).toEqual([[], false, true])
})
