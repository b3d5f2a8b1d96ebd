import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const TEXT = { subject: 'News', preheader: '', body: 'Hello' }

async function openDraft() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const address = `/admin/newsletter/${randomUUID()}`
	const save = async (fields: Record<string, string>) => {
		wire.clock.advance(1000)
		const { status, text } = await operator.post(`${address}/autosave`, { ...TEXT, ...fields }, { accept: 'application/json' })
		return { status, ...(JSON.parse(text) as { base: string }) }
	}
	return { save, wire, first: await save({ seen: '' }) }
}

test('a save that is repeated because the page was left before its response is no conflict', async () => {
	const { save, first } = await openDraft()
	const stored = await save({ seen: first.base, body: 'Hello again' })
	const repeated = await save({ seen: first.base, body: 'Hello again' })
	expect(repeated).toMatchObject({ status: stored.status, base: stored.base })
	expect((await save({ seen: repeated.base, body: 'Hello again and again' })).status).toBe(200)
})

test('another text or audience that is based on an older version is a conflict', async () => {
	const { save, first } = await openDraft()
	const theirs = await save({ seen: first.base, body: 'Theirs' })
	for (const other of [{ body: 'Mine' }, { body: 'Theirs', audience: 'custom', 'if-0': 'source=blog' }])
		expect(await save({ seen: first.base, ...other })).toMatchObject({ status: 409, base: theirs.base })
})

test('text typed into an email that was scheduled meanwhile is no conflict: the response says what happened', async () => {
	const { save, wire, first } = await openDraft()
	await wire.deps.db.updateTable('newsletter_issues').set({ state: 'scheduled', starts_at: wire.clock.now() }).execute()
	expect(await save({ seen: first.base, body: 'Late' })).toMatchObject({
		status: 409,
		message: 'This email has been scheduled or sent in the meantime, so it wasn’t changed.',
	})
})
