import { expect, test } from 'vitest'

import { editNote, showNote } from './edit-note.ts'
import { isSameNote, mergeNote, mergeNotes } from './merge-notes.ts'
import { fitNote, MAX_NOTE_LENGTH, MAX_SEEN_ENTRIES, MAX_VERSIONS, type Note, type NoteVersion, parseNote } from './note.ts'

const blank: Note = { moduleId: 1, sectionId: 'intro', versions: [] }
const write = (note: Note, editor: string, text: string, nowMs = 1000) => editNote(note, { editor, text, nowMs })
const texts = ({ versions }: Note) => versions.map(({ text }) => text).toSorted()

test('typing keeps one version per note in any editor', () => {
	const first = write(write(blank, 'a', 'H'), 'a', 'Hello')
	expect(first.versions).toEqual([{ id: 'a', edits: 2, text: 'Hello', changedAt: 1000, seen: [] }])
	const second = write(first, 'b', 'Hello there')
	expect(second.versions).toEqual([{ id: 'b', edits: 1, text: 'Hello there', changedAt: 1000, seen: [['a', 2]] }])
	expect(mergeNote(first, second)).toEqual(second)
})

test('concurrent edits keep both versions until the learner chooses', () => {
	const start = write(blank, 'a', 'start')
	const [phone, laptop] = [write(start, 'phone', 'on the phone'), write(start, 'laptop', 'on the laptop')]
	const met = mergeNote(phone, laptop)
	expect(texts(met)).toEqual(['on the laptop', 'on the phone'])
	expect(showNote(met, 'phone')).toMatchObject({ own: { text: 'on the phone' }, others: [{ text: 'on the laptop' }] })

	const settled = editNote(met, { text: 'both', editor: 'phone', nowMs: 2000, settles: showNote(met, 'phone').others })
	expect(texts(settled)).toEqual(['both'])
	expect(mergeNote(settled, laptop)).toEqual(settled)
})

test('typing on in the field keeps the other version', () => {
	const met = mergeNote(write(blank, 'phone', 'p'), write(blank, 'laptop', 'l'))
	expect(texts(write(met, 'phone', 'p2'))).toEqual(['l', 'p2'])
})

test('an edit of a text replaced meanwhile isn’t lost', () => {
	const start = write(blank, 'a', 'start')
	const replaced = write(start, 'b', 'of b')
	const went = write(start, 'a', 'of a, later')
	expect(texts(mergeNote(replaced, went))).toEqual(['of a, later', 'of b'])
})

test('a note is emptied everywhere, and an emptied one is replaced by newer text', () => {
	const start = write(blank, 'a', 'start')
	const emptied = write(start, 'b', '')
	expect(texts(mergeNote(start, emptied))).toEqual([''])
	const met = mergeNote(emptied, write(start, 'c', 'kept'))
	expect(showNote(met, 'd')).toMatchObject({ own: { text: 'kept' }, others: [] })
	expect(texts(write(met, 'd', 'kept, and more'))).toEqual(['kept, and more'])
})

test('clock times don’t decide a merge', () => {
	const start = write(blank, 'a', 'start', 9_000_000)
	const later = write(start, 'b', 'later', 5)
	expect(mergeNote(start, later)).toEqual(later)
})

/** Simulates three editors that occasionally sync. */
function histories(seed: number): Note[] {
	let state = seed
	const next = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below
	const editors = ['a', 'b', 'c']
	const notes = editors.map(() => blank)
	for (let step = 0; step < 12; step += 1) {
		const [here, there] = [next(3), next(3)]
		if (next(3) > 0) notes[here] = write(notes[here]!, editors[here]!, next(5) === 0 ? '' : `${step}`, step)
		else notes[here] = mergeNote(notes[here]!, notes[there]!)
	}
	return notes
}

test('merging is commutative, associative and idempotent', () => {
	for (let seed = 1; seed <= 300; seed += 1) {
		const [a, b, c] = histories(seed) as [Note, Note, Note]
		expect(mergeNote(a, b)).toEqual(mergeNote(b, a))
		expect(mergeNote(mergeNote(a, b), c)).toEqual(mergeNote(a, mergeNote(b, c)))
		expect(mergeNote(mergeNote(a, b), b)).toEqual(mergeNote(a, b))
	}
})

test('an editor remembers a limited number of others', () => {
	let note = blank
	for (let page = 0; page < 200; page += 1) note = write(note, `page-${page}`, `${page}`)
	expect(note.versions).toHaveLength(1)
	expect(note.versions[0]?.seen).toHaveLength(MAX_SEEN_ENTRIES)
	expect(note.versions[0]?.seen.at(-1)).toEqual(['page-198', 1])
})

test('notes are in module order, each once', () => {
	const on = (moduleId: number, sectionId: string) => ({ ...write(blank, 'a', 'x'), moduleId, sectionId })
	const merged = mergeNotes([on(2, 'b'), on(1, 'z')], [on(2, 'a'), on(1, 'z')])
	expect(merged.map(({ moduleId, sectionId }) => `${moduleId}/${sectionId}`)).toEqual(['1/z', '2/a', '2/b'])
	expect(isSameNote(on(1, 'z'), on(1, 'z'))).toBe(true)
	expect(isSameNote(on(1, 'z'), write(on(1, 'z'), 'a', 'y'))).toBe(false)
})

test.each([
	['as it is', 'as it is'],
	['a\u0000b', 'ab'],
	['half \ud83d', 'half '],
	['x'.repeat(MAX_NOTE_LENGTH + 1), 'x'.repeat(MAX_NOTE_LENGTH)],
])('%j is stored as %j', (raw, text) => {
	expect(fitNote(raw)).toBe(text)
})

test.each([
	null,
	7,
	[],
	{},
	{ moduleId: 1, sectionId: 'intro', versions: [] },
	{ moduleId: '1', sectionId: 'intro', versions: [{ id: 'a', edits: 1, text: '' }] },
	{ moduleId: 1, sectionId: '../x', versions: [{ id: 'a', edits: 1, text: '' }] },
	{
		moduleId: 1,
		sectionId: 'intro',
		versions: [{ id: 'a b', edits: 1, text: '' }, { id: 'a', edits: 0, text: '' }, { id: 'a', edits: 1 }, 3],
	},
])('%j is not a valid note', (raw) => {
	expect(parseNote(raw)).toBeNull()
})

test('readable parts of a partly unreadable note are kept', () => {
	const raw = {
		moduleId: 1,
		sectionId: 'intro',
		versions: [null, { id: 'a', edits: 2, text: 'x', changedAt: 'now', seen: [['b', 1], ['c'], 7] }],
	}
	expect(parseNote(raw)).toEqual({
		moduleId: 1,
		sectionId: 'intro',
		versions: [{ id: 'a', edits: 2, text: 'x', changedAt: 0, seen: [['b', 1]] }],
	})
})

const version = (id: string, parts: Partial<NoteVersion> = {}): NoteVersion => ({
	id,
	edits: 1,
	text: id,
	changedAt: 1,
	seen: [],
	...parts,
})
const noteOf = (...versions: NoteVersion[]): Note => ({ ...blank, versions })

test('an empty note shows nothing', () => {
	expect(showNote(null, 'a')).toEqual({ own: null, others: [] })
	expect(showNote(blank, 'a')).toEqual({ own: null, others: [] })
})

test('other versions are listed newest first, ties by editor, without blank ones', () => {
	const [b, c, d, e] = [
		version('b', { changedAt: 5 }),
		version('c', { changedAt: 9 }),
		version('d', { changedAt: 5 }),
		version('e', { text: ' \n' }),
	]
	for (const given of [noteOf(b, c, d, e), noteOf(e, d, c, b)]) {
		expect(showNote(given, 'new')).toEqual({ own: c, others: [b, d] })
		expect(showNote(given, 'd')).toEqual({ own: d, others: [c, b] })
	}
})

test('an editor seen again moves to the end of a version’s memory', () => {
	const [x, y] = [
		version('x', {
			changedAt: 9,
			seen: [
				['p', 1],
				['q', 1],
			],
		}),
		version('y', { seen: [['p', 3]] }),
	]
	const settled = editNote(noteOf(x, y), { text: 'all', editor: 'new', nowMs: 10, settles: [y] })
	expect(settled.versions.at(-1)?.seen).toEqual([
		['y', 1],
		['p', 3],
		['q', 1],
		['x', 1],
	])
})

test('an edit leaves one version per editor, even in a damaged record', () => {
	const damaged = noteOf(version('a', { changedAt: 2 }), version('a', { text: 'again' }), version('b'))
	expect(write(damaged, 'a', 'new').versions.map(({ id }) => id)).toEqual(['b', 'a'])
})

test('an editor’s version with more edits wins, in any order', () => {
	const [ninth, tenth] = [noteOf(version('a', { edits: 9, text: 'z' })), noteOf(version('a', { edits: 10, text: 'a' }))]
	expect(mergeNote(ninth, tenth)).toEqual(tenth)
	expect(mergeNote(tenth, ninth)).toEqual(tenth)
})

test('two texts with the same edit count resolve the same way on every side', () => {
	const [one, other] = [noteOf(version('a', { text: 'one' })), noteOf(version('a', { text: 'other' }))]
	expect(mergeNote(one, other)).toEqual(other)
	expect(mergeNote(other, one)).toEqual(other)
})

test('versions are ordered by editor, and one that lists itself is kept', () => {
	const itself = version('b', { seen: [['b', 5]] })
	expect(mergeNote(noteOf(itself), noteOf(version('a'))).versions).toEqual([version('a'), itself])
	expect(mergeNote(noteOf(version('a')), noteOf(itself)).versions).toEqual([version('a'), itself])
})

test('sections of a module are in order, whichever record comes first', () => {
	const on = (sectionId: string): Note => ({ ...noteOf(version('a')), sectionId })
	expect(mergeNotes([on('a')], [on('b')]).map(({ sectionId }) => sectionId)).toEqual(['a', 'b'])
	expect(mergeNotes([on('b')], [on('a')]).map(({ sectionId }) => sectionId)).toEqual(['a', 'b'])
})

const READABLE = { moduleId: 1, sectionId: 'intro', versions: [version('a')] }

test.each([
	{ what: 'a section of eighty letters', raw: { ...READABLE, sectionId: 'x'.repeat(80) }, reads: true },
	{ what: 'a section of eighty-one letters', raw: { ...READABLE, sectionId: 'x'.repeat(81) }, reads: false },
	{ what: 'a section followed by a path', raw: { ...READABLE, sectionId: 'intro/x' }, reads: false },
	{ what: 'a section that is a number', raw: { ...READABLE, sectionId: 7 }, reads: false },
	{ what: 'versions that aren’t a list', raw: { ...READABLE, versions: 'a' }, reads: false },
	{ what: 'an editor of forty letters', raw: { ...READABLE, versions: [version('x'.repeat(40))] }, reads: true },
	{ what: 'an editor of forty-one letters', raw: { ...READABLE, versions: [version('x'.repeat(41))] }, reads: false },
	{ what: 'an editor that is a number', raw: { ...READABLE, versions: [{ ...version('a'), id: 7 }] }, reads: false },
	{ what: 'a billion edits', raw: { ...READABLE, versions: [version('a', { edits: 1_000_000_000 })] }, reads: true },
	{ what: 'one edit more than a billion', raw: { ...READABLE, versions: [version('a', { edits: 1_000_000_001 })] }, reads: false },
])('$what is readable: $reads', ({ raw, reads }) => {
	expect(parseNote(raw)).toEqual(reads ? raw : null)
})

test.each([
	{ what: 'isn’t a list', seen: 'b', kept: [] },
	{ what: 'has a third part', seen: [['b', 1, 1]], kept: [] },
	{ what: 'has an object that looks like a list', seen: [{ 0: 'b', 1: 1, length: 2 }], kept: [] },
	{ what: 'is empty', seen: [null, undefined, []], kept: [] },
	{
		what: 'names no editor',
		seen: [
			['b b', 1],
			[7, 1],
		],
		kept: [],
	},
	{
		what: 'counts no edits',
		seen: [
			['b', 0],
			['b', '1'],
		],
		kept: [],
	},
	{
		what: 'is valid',
		seen: [
			['b', 1],
			['c', 2],
		],
		kept: [
			['b', 1],
			['c', 2],
		],
	},
])('a version’s memory that $what', ({ seen, kept }) => {
	expect(parseNote({ ...READABLE, versions: [{ ...version('a'), seen }] })?.versions[0]?.seen).toEqual(kept)
})

test('versions and memories over the limit are truncated', () => {
	const seen = Array.from({ length: MAX_SEEN_ENTRIES + 1 }, (_seen, index) => [`e${index}`, 1] as const)
	const versions = Array.from({ length: MAX_VERSIONS + 1 }, (_version, index) => version(`v${index}`, { seen }))
	const read = parseNote({ ...READABLE, versions })?.versions
	expect(read?.map(({ id }) => id)).toEqual(versions.slice(0, MAX_VERSIONS).map(({ id }) => id))
	expect(read?.[0]?.seen).toEqual(seen.slice(1))
})
