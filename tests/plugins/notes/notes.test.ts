import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { MergeNoteResponse, NotesResponse } from '#contracts/notes.ts'
import type { AccessPolicy } from '#domain/gating/check-lesson-access.ts'
import { editNote } from '#domain/notes/edit-note.ts'
import { MAX_NOTE_LENGTH, type Note } from '#domain/notes/note.ts'
import { STORAGE_QUOTAS } from '#domain/storage/storage-quotas.ts'
import { createApp } from '#server/process/app.ts'
import { payCourse, reportProgress } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { sample } from './sample.ts'

async function openAccount(accessPolicy: AccessPolicy = 'progress') {
	const { deps, clock } = await makeTestDeps({ accessPolicy })
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	const send = (note: unknown, headers: Record<string, string> = learner.headers) =>
		app.request('/api/notes/merge', {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: JSON.stringify(note),
		})
	const outcome = async (note: unknown, headers?: Record<string, string>) => {
		const response = await send(note, headers)
		const body = (await response.json()) as { error?: { code: string } }
		return response.ok ? 'kept' : `${response.status} ${body.error?.code}`
	}
	const merge = async (note: Note) => (await (await send(note)).json()) as MergeNoteResponse
	const list = async (headers: Record<string, string> = learner.headers) =>
		(await (await app.request('/api/notes', { headers })).json()) as NotesResponse
	return { deps, app, clock, learner, send, outcome, merge, list }
}

const note = (text: string, { editor = 'laptop', sectionId = 'progress-tracking-setup', moduleId = 1, nowMs = 1000 } = {}): Note =>
	editNote({ moduleId, sectionId, versions: [] }, { text, editor, nowMs })

const texts = ({ versions }: Note) => versions.map(({ text }) => text).toSorted()

test('conflicting edits from two browsers keep both versions until one of them resolves it', async () => {
	const { merge, list } = await openAccount()
	await merge(note('on the laptop'))
	const met = (await merge(note('on the phone', { editor: 'phone' }))).note
	expect(texts(met)).toEqual(['on the laptop', 'on the phone'])
	expect((await list()).notes).toEqual([met])
	const settled = editNote(met, { text: 'both', editor: 'phone', nowMs: 2000, settles: met.versions })
	expect((await merge(settled)).note).toEqual(settled)
	// A late request with an older version of either note, or a repeated one, changes nothing.
	expect((await merge(note('on the laptop'))).note).toEqual(settled)
	expect((await list()).notes).toEqual([settled])
})

test('parallel edits keep all versions', async () => {
	const { merge, list } = await openAccount()
	await Promise.all(['a', 'b', 'c'].map((editor) => merge(note(`of ${editor}`, { editor }))))
	expect((await list()).notes.map(texts)).toEqual([['of a', 'of b', 'of c']])
})

test('a learner can access only her own notes, by API and table', async () => {
	const account = await openAccount()
	const other = await makeLearner(account.deps, 'ben@example.com')
	await account.merge(note('of Ana'))
	expect((await account.list(other.headers)).notes).toEqual([])
	expect((await account.send(note('x'), {})).status).toBe(401)
	expect((await account.app.request('/api/notes')).status).toBe(401)
	const rowsFor = (userId: string) =>
		account.deps.db.transaction().execute(async (tx) => {
			await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: userId, role: 'authenticated' })}, true)`.execute(tx)
			await sql`set local role authenticated`.execute(tx)
			return (await sql<{ section_id: string }>`select section_id from public.section_notes`.execute(tx)).rows.length
		})
	expect([await rowsFor(account.learner.userId), await rowsFor(other.userId)]).toEqual([1, 0])
})

test('a learner can read notes by table, but not write them', async () => {
	const { deps, merge } = await openAccount()
	await merge(note('x'))
	for (const statement of [sql`delete from public.section_notes`, sql`update public.section_notes set versions = '[]'`])
		await expect(
			deps.db.transaction().execute(async (tx) => {
				await sql`set local role authenticated`.execute(tx)
				await statement.execute(tx)
			}),
		).rejects.toThrow('permission denied')
})

const CLOSED = { moduleId: 2, sectionId: 'market-research-validation' }

test('progress: a note is stored in an open module and refused in a locked one', async () => {
	const { app, learner, outcome, list } = await openAccount()
	expect(await outcome(note('module 1 is open'))).toBe('kept')
	expect(await outcome(note('x', CLOSED))).toBe('409 note_section_closed')
	await reportProgress(app, learner, [{ kind: 'module', key: '1', done: true, changedAt: 1 }])
	expect(await outcome(note('x', CLOSED))).toBe('kept')
	expect((await list()).notes).toHaveLength(2)
})

test('enrolled: beyond module 1, notes need the entitlement; without it they can be read and cleared', async () => {
	const { app, deps, learner, outcome, list } = await openAccount('enrolled')
	await reportProgress(app, learner, [{ kind: 'module', key: '1', done: true, changedAt: 1 }])
	expect([await outcome(note('free')), await outcome(note('x', CLOSED))]).toEqual(['kept', '409 note_section_closed'])
	await payCourse(deps, learner)
	expect(await outcome(note('paid', CLOSED))).toBe('kept')
	await deps.db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	const held = (await list()).notes.find(({ moduleId }) => moduleId === 2)!
	const edit = (text: string) => editNote(held, { text, editor: 'phone', nowMs: 2000 })
	expect([await outcome(edit('more')), await outcome(edit(''))]).toEqual(['409 note_section_closed', 'kept'])
	expect((await list()).notes.map(texts)).toEqual([['free'], ['']])
})

test.each([
	['a section that is not in the course', note('x', { sectionId: 'nowhere' }), '409 note_section_unknown'],
	['a section of another module', note('x', { ...CLOSED, moduleId: 1 }), '409 note_section_unknown'],
	['a module that does not exist', note('x', { moduleId: 7 }), '409 note_section_unknown'],
	['a number that no module has', note('x', { moduleId: 100 }), '400 validation_failed'],
	['no version', { ...note('x'), versions: [] }, '400 validation_failed'],
	['two versions of one editor', { ...note('x'), versions: [...note('x').versions, ...note('y').versions] }, '400 validation_failed'],
	['a field too many', { ...note('x'), owner: 'me' }, '400 validation_failed'],
	[
		'a text too long',
		{ ...note('x'), versions: [{ ...note('x').versions[0], text: 'x'.repeat(MAX_NOTE_LENGTH + 1) }] },
		'400 validation_failed',
	],
])('%s is refused', async (_what, body, expected) => {
	const { outcome, list } = await openAccount()
	expect(await outcome(body)).toBe(expected)
	expect((await list()).notes).toEqual([])
})

test('text the database can’t store is cleaned, and a future time becomes the server’s', async () => {
	const { merge, clock } = await openAccount()
	const [version] = note('x', { nowMs: 8_000_000_000_000 }).versions
	const kept = await merge({ ...note(''), versions: [{ ...version!, text: 'a\u0000b \ud83d' }] })
	expect(kept.note.versions).toEqual([{ ...version, text: 'ab ', changedAt: clock.now().getTime() }])
})

test('a full account refuses growth with a reason, stays readable, and accepts smaller edits', async () => {
	const { deps, learner, outcome, merge, list } = await openAccount()
	await deps.db
		.insertInto('section_notes')
		.values({
			user_id: learner.userId,
			module_id: 1,
			section_id: 'gone-from-the-course',
			versions: JSON.stringify(
				note('x'.repeat(3999)).versions.concat(
					Array.from({ length: 19 }, (_, index) => ({ ...note('é'.repeat(4000)).versions[0]!, id: `e${index}` })),
				),
			),
		})
		.execute()
	const before = (await list()).storage
	expect(before.limit).toBe(STORAGE_QUOTAS.notes)
	const filler = Array.from({ length: 20 }, (_, index) => ({ ...note('é'.repeat(4000)).versions[0]!, id: `f${index}` }))
	expect(await outcome({ ...note('x'), versions: filler })).toBe('413 storage_full')
	expect((await list()).storage).toEqual(before)
	expect(await outcome(note('short'))).toBe('kept')
	const emptied = { ...note(''), sectionId: 'gone-from-the-course' }
	const held = (await list()).notes.find(({ sectionId }) => sectionId === 'gone-from-the-course')!
	const after = await merge(editNote({ ...held }, { text: '', editor: 'laptop', nowMs: 2000, settles: held.versions }))
	expect([after.storage.used < before.used, after.note.versions.length, emptied.versions.length]).toEqual([true, 1, 1])
})

test('the quota allows a long note on every section of the course, and little more', async () => {
	const { deps, learner, list } = await openAccount()
	await sample.fillUp?.(deps, learner.userId)
	const { used, limit } = (await list()).storage
	expect([used <= limit, used > 0.9 * limit]).toEqual([true, true])
})
