import { afterEach, expect, test } from 'vitest'

import { NotesStore } from './notes-store.ts'

const KEY = 'launchway_notes'
const INTRO = { moduleId: 1, sectionId: 'intro' }

afterEach(() => localStorage.clear())

const texts = (store: NotesStore) => store.view().items.map(({ versions }) => versions.map(({ text }) => text).toSorted())

test('a note survives a reload and is queued for the account', () => {
	const store = new NotesStore('a', () => 5)
	store.write(INTRO, 'x')
	store.write(INTRO, 'xy')
	const { items: notes, unsent } = new NotesStore().view()
	expect(notes).toEqual([{ ...INTRO, versions: [{ id: 'a', edits: 2, text: 'xy', changedAt: 5, seen: [] }] }])
	expect(unsent).toEqual(['1/intro'])
})

test('the snapshot is the same object until something changes', () => {
	const store = new NotesStore()
	const before = store.view()
	expect(store.view()).toBe(before)
	store.write(INTRO, 'x')
	expect(store.view()).not.toBe(before)
	expect(store.view()).toBe(store.view())
})

test('two tabs see each other’s edits, so the later one continues from the earlier', () => {
	const [here, there] = [new NotesStore('here'), new NotesStore('there')]
	here.write(INTRO, 'one')
	there.write(INTRO, 'one, two')
	here.write(INTRO, 'one, two, three')
	expect([texts(here), texts(there)]).toEqual([[['one, two, three']], [['one, two, three']]])
})

test('another browser’s conflicting version is kept until the learner resolves it', () => {
	const [phone, laptop] = [new NotesStore('phone'), new NotesStore('laptop')]
	laptop.write(INTRO, 'of the laptop')
	const account = laptop.ownPartition().items
	localStorage.clear()
	phone.write(INTRO, 'of the phone')
	phone.prepareFor('ana')
	phone.confirm('ana', { sent: [], account })
	expect(texts(phone)).toEqual([['of the laptop', 'of the phone']])
	phone.write(INTRO, 'both', account[0]!.versions)
	expect(texts(phone)).toEqual([['both']])
})

test('another learner in this browser sees no notes, and synced ones aren’t left behind', () => {
	const store = new NotesStore()
	store.write(INTRO, 'of Ana')
	store.prepareFor('ana')
	store.confirm('ana', { sent: store.unsent('ana'), account: store.ownPartition().items })
	store.prepareFor('ben')
	expect(store.view().items).toEqual([])
	expect(localStorage.getItem(KEY)).not.toContain('of Ana')
})

test.each(['', '{', 'null', '[]', '{"owner":7}', '{"owner":"","books":{"":{"notes":[{"moduleId":1,"sectionId":"x","versions":[3]}]}}}'])(
	'the unreadable stored value %s is ignored',
	(raw) => {
		localStorage.setItem(KEY, raw)
		const store = new NotesStore()
		expect(store.view().items).toEqual([])
		store.write(INTRO, 'works')
		expect(texts(new NotesStore())).toEqual([['works']])
	},
)
