import { expect, test } from 'vitest'

import { hoursAgo, readPage } from '#tests/setup/read-page.tsx'

import HistoryPage from './history.tsx'
import VersionChanges from './version-changes.tsx'

test('the history says who saved each version, whether it was published, and what to do with it', () => {
	const file = { path: 'articles/a.md', title: 'Alpha' }
	const version = { id: 'v3', savedAt: hoursAgo(3), author: 'bo@example.test', publishedAt: null, isNewest: true, isOrigin: false }
	const older = { ...version, id: 'v2', savedAt: hoursAgo(4), author: null, isNewest: false }
	const first = { ...older, id: 'v1', savedAt: hoursAgo(6), publishedAt: hoursAgo(5), isOrigin: true }
	const { tables, texts } = readPage(HistoryPage, { file, versions: [version, older, first], next: null })
	const addressOf = (id: string) => `/admin/content/versions/${id}?path=articles%2Fa.md`
	expect(tables).toEqual({
		Versions: [
			'Saved | By | Status | Changes',
			`Dec 1, 9:00 AM | bo@example.test | [draft, warn] | Show changes <${addressOf('v3')}>`,
			`Dec 1, 8:00 AM | a deleted account | [never published, calm] | Compare or restore <${addressOf('v2')}>`,
			`Dec 1, 6:00 AM | a deleted account | [published, good] Dec 1, 7:00 AM | Original restored <${addressOf('v1')}>`,
		],
	})
	expect(texts.slice(0, 2)).toEqual(['History of Alpha', 'Back to the editor </admin/content/file?path=articles%2Fa.md>'])
})

test('a version shows even a single change to readers; without one it says so', () => {
	const change = { label: 'Title', before: 'Old', after: 'New', pieces: null }
	const changed = { changes: [change], more: 2, summary: '', lines: [{ start: 7, lines: [' same', '-Old', '+New'] }] }
	const { facts, page } = readPage(VersionChanges, { changed, label: 'Changes' })
	expect(facts).toEqual(['Title: removed: Old → added: New', 'And 2 more changes: '])
	expect(page.textContent).not.toContain('No visible changes.')
	expect(page.querySelector('.diff')?.textContent).toBe('Line 7 sameRemoved: -OldAdded: +New')
	expect(readPage(VersionChanges, { changed: { ...changed, changes: [] }, label: 'Changes' }).texts[0]).toBe('No visible changes.')
})
