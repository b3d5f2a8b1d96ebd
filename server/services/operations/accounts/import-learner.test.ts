import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'

import { plugins } from '#server/process/plugins.ts'
import { listComplimentaryItems } from '#server/services/commerce/settlement/complimentary-access.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { exportPerson } from '#server/services/people/privacy/export-data.ts'
import { findPerson } from '#server/services/people/privacy/person.ts'
import { listTableRules } from '#server/services/people/privacy/registry/registry.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeWholePerson } from '#tests/factories/whole-person.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { importLearner, readLearnerCopy } from './import-learner.ts'

const contextOf = (deps: Deps) => systemContext(deps, 'test')
const quietly = { gifts: [], mails: false }

/** Exports a person from another academy, with a row in every table and real progress. */
async function makeCopy() {
	const { deps } = await makeTestDeps()
	const person = await makeWholePerson(deps, 'Astrid Wanderer', '+12025550147')
	const ctx = contextOf(deps)
	const module = ctx.content.taughtModules[0]!
	const [section] = module.sections
	const place = { user_id: person.userId, module_id: module.id }
	const at = deps.now()
	await deps.db.deleteFrom('section_notes').execute()
	await deps.db.deleteFrom('filled_exercises').execute()
	await deps.db.deleteFrom('recall_progress').execute()
	await deps.db
		.insertInto('progress_entries')
		.values([
			{ user_id: person.userId, kind: 'section', key: `${module.id}/${section!.id}`, done: true, changed_at: at, stored_at: at },
			{ user_id: person.userId, kind: 'section', key: `${module.id}/of-another-course`, done: true, changed_at: at, stored_at: at },
		])
		.execute()
	const versions = [{ id: 'browser', edits: 1, text: 'Ring Ida — 50 € “today”', changedAt: at.getTime(), seen: [] }]
	await deps.db
		.insertInto('section_notes')
		.values({ ...place, section_id: section!.id, versions: JSON.stringify(versions) })
		.execute()
	const fields = [{ id: 'goal', label: 'Goal', place: 0, value: 'ten calls', changedAt: at.getTime() }]
	await deps.db
		.insertInto('filled_exercises')
		.values({ ...place, lesson_id: 'l', exercise_id: 'e', title: 'Plan', fields: JSON.stringify(fields) })
		.execute()
	await deps.db
		.insertInto('recall_progress')
		.values({ ...place, lesson_id: 'l', questions: JSON.stringify({ q: { step: 2, answeredAt: at.getTime() } }) })
		.execute()
	const lookBack = { hours: 3, earnedCents: 4700, worked: 'calls', changedAt: at.getTime() }
	await deps.db
		.updateTable('planner_weeks')
		.set({ look_back: JSON.stringify(lookBack) })
		.execute()
	const copy = exportPerson(ctx, await findPerson(deps.db, person.userId), 'json')
	return { deps, person, text: String(await buffer(Readable.from(copy.content))) }
}

const ownRows = async (deps: Deps, table: string, userId: string) => {
	const { rows } = await sql<object>`select to_jsonb(t) - 'user_id' - 'stored_at' - 'first_stored_at' as row
		from ${sql.table(table)} t where user_id = ${userId}::uuid order by 1`.execute(deps.db)
	return rows
}

test('an import restores account, progress, notes, exercises, recall and plans as in the other academy', async () => {
	const { deps: other, person, text } = await makeCopy()
	const { deps } = await makeTestDeps()
	const ctx = contextOf(deps)
	const { userId, imported, omitted } = await importLearner(ctx, readLearnerCopy(ctx, text), quietly)

	for (const table of ['section_notes', 'filled_exercises', 'recall_progress', 'planner_weeks']) {
		const rows = await ownRows(deps, table, userId)
		expect({ table, rows }).toEqual({ table, rows: await ownRows(other, table, person.userId) })
		expect(rows).toHaveLength(1)
	}
	expect(imported).toContainEqual({ title: 'Progress', count: 2, refused: 1 })
	const account = await deps.db.selectFrom('auth.users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
	expect(account).toMatchObject({
		email: person.email,
		email_confirmed_at: null,
		encrypted_password: null,
		phone: null,
		raw_user_meta_data: { name: 'Astrid Wanderer' },
	})
	expect(omitted).toEqual(
		expect.arrayContaining(['Certificates', 'Orders', 'Knowledge checks', 'Lessons read', 'Consents to text messages']),
	)
	const log = await deps.db.selectFrom('auth.audit_log_entries').select('payload').where('action', '=', 'user_modified').execute()
	expect(log).toMatchObject([{ payload: { by: 'operator', 'imported Notes': 1 } }])
})

test('an import grants no access, purchase, pass or consent unless the operator gives access', async () => {
	const { text } = await makeCopy()
	const { deps } = await makeTestDeps()
	const ctx = contextOf(deps)
	await importLearner(ctx, readLearnerCopy(ctx, text), quietly)
	const moved = listTableRules(plugins).flatMap(({ table, imported }) => (imported ? [table as string] : []))
	const filled = await filledTables(deps)
	expect(filled.filter((table) => !moved.includes(table))).toEqual([
		'auth.audit_log_entries',
		'auth.identities',
		'auth.users',
		'progress_entries',
		'stale_days',
	])

	const { deps: giving } = await makeTestDeps()
	const gift = listComplimentaryItems(giving.content)[0]!
	await importLearner(contextOf(giving), readLearnerCopy(contextOf(giving), text), { gifts: [gift.id], mails: true })
	expect(await giving.db.selectFrom('entitlements').select(['state', 'user_id', 'product_code']).execute()).toEqual([
		// It is inactive until the address is confirmed.
		{ state: 'active', user_id: null, product_code: gift.product.code },
	])
	expect(await giving.db.selectFrom('outbox_messages').select('template').execute()).toEqual([{ template: 'auth.invite' }])
})

async function filledTables({ db }: Deps): Promise<string[]> {
	const filled: string[] = []
	for (const { table } of listTableRules(plugins)) {
		if (table.startsWith('pgboss.')) continue
		const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
		if (rows.length > 0) filled.push(table)
	}
	return filled.toSorted()
}

test('an existing account isn’t changed, even by parallel imports', async () => {
	const { text, person } = await makeCopy()
	const { deps } = await makeTestDeps()
	const ctx = contextOf(deps)
	const copy = readLearnerCopy(ctx, text)
	const outcomes = await Promise.allSettled([importLearner(ctx, copy, quietly), importLearner(ctx, copy, quietly)])
	expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

	const { deps: known } = await makeTestDeps()
	await makeLearner(known, person.email)
	const before = await filledTables(known)
	await expect(importLearner(contextOf(known), copy, quietly)).rejects.toThrow(
		`${person.email} has an account already. Nothing was changed.`,
	)
	expect(await filledTables(known)).toEqual(before)
})

const minimal = (data: object) => JSON.stringify({ data: { Account: { rows: [{ email: 'ida@example.test' }] }, ...data } })

test.each([
	['invalid JSON', 'PK\u0003\u0004', /isn’t JSON/],
	['another file', '{"orders": []}', /isn’t a copy of a person’s data/],
	['no account', '{"data": {"Account": {"rows": []}}}', /has no account with an email address/],
	[
		'two accounts',
		'{"data": {"Account": {"rows": [{"email": "a@b.test"}, {"email": "c@d.test"}]}}}',
		/has no account with an email address/,
	],
	['text instead of an address', '{"data": {"Account": {"rows": [{"email": "a@b.test, c@d.test"}]}}}', /validate email address/],
])('%s is refused with one message', async (_what, text, refusal) => {
	const { deps } = await makeTestDeps()
	expect(() => readLearnerCopy(contextOf(deps), text)).toThrow(refusal)
})

test('forged rows are skipped: wrong types, NUL, duplicates, unknown columns, future times', async () => {
	const { deps } = await makeTestDeps()
	const ctx = contextOf(deps)
	const note = (module: unknown, section: string, more: object = {}) => ({
		'module id': module,
		'section id': section,
		versions: [{ id: 'browser', edits: 1, text: 'a\u0000b', changedAt: 9e15, seen: [] }],
		...more,
	})
	const stranger = '00000000-0000-4000-8000-000000000001'
	const text = minimal({
		Notes: {
			rows: [
				note(1, 'plan', { 'user id': stranger }),
				note(1, 'plan'),
				note(0, 'plan'),
				note('1; drop', 'plan'),
				note(1, '../etc'),
				note(1.5, 'x'),
			],
		},
		Progress: {
			rows: [
				{ kind: 'section', key: '1/nowhere', done: true, detail: null, 'changed at': '2026-01-01T00:00:00Z' },
				{ kind: 'certificate', key: '1', done: true, detail: null, 'changed at': '2026-01-01T00:00:00Z' },
				{ kind: 'module', key: '1', done: 'yes', detail: null, 'changed at': 'never' },
			],
		},
		'Weekly plans': {
			rows: [
				{ week: 'monday' },
				{ week: '2026-11-17T00:00:00.000Z', rows: [] },
				{ week: null },
				{ week: '2026-11-16T00:00:00.000Z', 'focus area': 'b', 'focus changed at': '9999-01-01T00:00:00.000Z', rows: [] },
			],
		},
		Access: { rows: [{ state: 'active', 'product code': 'lifetime' }] },
	})
	const { userId, imported } = await importLearner(ctx, readLearnerCopy(ctx, text), quietly)
	expect(imported).toEqual([
		{ title: 'Progress', count: 0, refused: 3 },
		{ title: 'Notes', count: 2, refused: 4 },
		{ title: 'Weekly plans', count: 1, refused: 3 },
	])
	const notes = await deps.db.selectFrom('section_notes').select(['user_id', 'versions']).execute()
	expect(notes).toEqual([
		{ user_id: userId, versions: [{ id: 'browser', edits: 1, text: 'ab', changedAt: deps.now().getTime(), seen: [] }] },
	])
	expect(await deps.db.selectFrom('planner_weeks').select(['focus_area', 'focus_changed_at']).execute()).toEqual([
		{ focus_area: 'b', focus_changed_at: deps.now() },
	])
	expect(await deps.db.selectFrom('entitlements').select('state').execute()).toEqual([])
})

test('an import over the account’s quota is refused, and no account is left', async () => {
	const { deps } = await makeTestDeps()
	const ctx = contextOf(deps)
	const versions = [{ id: 'browser', edits: 1, text: 'x'.repeat(4000), changedAt: 0, seen: [] }]
	const rows = Array.from({ length: 60 }, (_, index) => ({ 'module id': 1, 'section id': `s-${index}`, versions }))
	await expect(importLearner(ctx, readLearnerCopy(ctx, minimal({ Notes: { rows } })), quietly)).rejects.toThrow(
		'Notes are more than an account can hold.',
	)
	expect(await filledTables(deps)).toEqual([])
})
