import { expect, test } from 'vitest'

import { readSectionIndex, sectionSearch } from './use-section.ts'

const SECTIONS = [{ id: 'intro' }, { id: 'skills' }, { id: 'tracking' }]

test.each([
	{ name: null, isCompleted: false, index: 0 },
	{ name: 'intro', isCompleted: false, index: 0 },
	{ name: 'tracking', isCompleted: false, index: 2 },
	{ name: 'nowhere', isCompleted: false, index: 0 },
	{ name: '', isCompleted: false, index: 0 },
	{ name: 'complete', isCompleted: false, index: 2 },
	{ name: 'complete', isCompleted: true, index: 3 },
])('?section=$name with completed $isCompleted opens step $index', ({ name, isCompleted, index }) => {
	expect(readSectionIndex(SECTIONS, name, isCompleted)).toBe(index)
})

test.each([
	{ index: 0, search: '' },
	{ index: 1, search: '?section=skills' },
	{ index: 3, search: '?section=complete' },
	{ index: 9, search: '?section=complete' },
	{ index: -1, search: '' },
])('step $index has the query $search', ({ index, search }) => {
	expect(sectionSearch(SECTIONS, index)).toBe(search)
})

test('a module without sections opens at its start', () => {
	expect(readSectionIndex([], 'complete', false)).toBe(0)
})
