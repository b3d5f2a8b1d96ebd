import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { erasePerson } from '#server/services/people/privacy/erase-due-accounts.ts'
import { findPerson } from '#server/services/people/privacy/person.ts'
import { readPersonalRecords } from '#server/services/people/privacy/read-records.ts'
import { makeWholePerson } from '#tests/factories/whole-person.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const NAME = 'Anastasia Quicksilver'
/** Returns a note about the person without address, ID or name. */
const noteOn = (what: string) => `Cousin of the mayor, asked about ${what}`

type Row = { kind: string; id: string; reason?: string; after?: object }

const inOrder = (texts: readonly unknown[]) => texts.map(String).toSorted()

/** Writes one log entry about each object that leads to the person, and some that mention the person elsewhere. */
async function writeLog({ deps }: Wire, actor: string, rows: readonly Row[]): Promise<void> {
	await deps.db
		.insertInto('operator_actions')
		.values(
			rows.map(({ kind, id, reason, after }) => ({
				actor_id: actor,
				role: 'operator' as const,
				action: 'looked_into',
				object_kind: kind,
				object_id: id,
				reason: reason ?? null,
				after: after ? JSON.stringify(after) : null,
				created_at: deps.now(),
			})),
		)
		.execute()
}

const idOf = async ({ deps: { db } }: Wire, table: 'support_tickets' | 'job_applications' | 'newsletter_subscriptions', email: string) =>
	(await db.selectFrom(table).select('id').where('email', '=', email).limit(1).executeTakeFirstOrThrow()).id

async function listAbout(wire: Wire, { userId, email, orderId }: { userId: string; email: string; orderId: string }): Promise<Row[]> {
	const mail = await wire.deps.db.selectFrom('outbox_messages').select('id').where('to_address', '=', email).executeTakeFirstOrThrow()
	return [
		{ kind: 'account', id: userId },
		{ kind: 'order', id: orderId },
		{ kind: 'ticket', id: await idOf(wire, 'support_tickets', email) },
		{ kind: 'application', id: await idOf(wire, 'job_applications', email) },
		{ kind: 'subscription', id: await idOf(wire, 'newsletter_subscriptions', email) },
		{ kind: 'message', id: mail.id },
	].map((row) => ({ ...row, reason: noteOn(row.kind) }))
}

async function oneErasure() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const ana = await makeWholePerson(wire.deps, NAME, '+12025550143')
	const other = await makeWholePerson(wire.deps, 'Bo Brightwater', '+12025550199')
	const about = await listAbout(wire, ana)
	const kept = await listAbout(wire, other)
	await writeLog(wire, operator.userId, [
		...about,
		...kept,
		{ kind: 'message', id: 'suppression', reason: `${ana.email} wrote from another mailbox` },
		{ kind: 'content', id: 'site.json', reason: 'Wished for by anastasia quicksilver' },
		{ kind: 'subscription', id: 'all', after: { address: ana.email, state: '' } },
		{ kind: 'subscription', id: 'all', after: { address: `x${ana.email}`, state: 'kept' } },
	])
	return { wire, operator, ana, about, kept }
}

test('after an erasure the activity log keeps everything except texts about the person', async () => {
	const { wire, operator, ana, about, kept } = await oneErasure()
	const before = (await operator.get('/admin/actions')).text
	for (const { reason } of about) expect(before).toContain(reason)
	const count = await wire.countRows('operator_actions')
	await wire.deps.db.transaction().execute(async (tx) => erasePerson(tx, await findPerson(tx, ana.userId), wire.deps))

	expect(await wire.countRows('operator_actions')).toBe(count)
	const rows = await wire.deps.db.selectFrom('operator_actions').selectAll().where('action', '=', 'looked_into').orderBy('id').execute()
	expect(inOrder(rows.flatMap(({ reason }) => reason ?? []))).toEqual(inOrder(kept.map(({ reason }) => reason)))
	expect(rows.flatMap(({ after }) => (after === null ? [] : [after]))).toEqual([{ address: `x${ana.email}`, state: 'kept' }])
	const written = JSON.stringify(rows.filter(({ after }) => after === null))
	for (const word of [ana.userId, ana.email, NAME]) expect(written.toLowerCase()).not.toContain(word.toLowerCase())
	const after = (await operator.get('/admin/actions')).text
	expect([after.includes('a deleted account'), after.toLowerCase().includes(NAME.toLowerCase())]).toEqual([true, false])
})

test('a person’s data export contains texts written about them, and nothing about others', async () => {
	const { wire, ana, about } = await oneErasure()
	const ctx = systemContext(wire.deps, 'test')
	const reasons: unknown[] = []
	for await (const { title, rows } of readPersonalRecords(ctx, await findPerson(wire.deps.db, ana.userId)))
		if (title === 'What was done in the console') reasons.push(...rows.flatMap((row) => (row.action === 'looked_into' ? [row.reason] : [])))
	expect(inOrder(reasons)).toEqual(inOrder(about.map(({ reason }) => reason)))
})
