import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { inTransaction } from '#server/db/database.ts'
import { loadTwoCourses } from '#tests/factories/two-courses.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const addTickets = async ({ deps: { db } }: Wire, count: number) =>
	(
		await sql<{ id: string }>`insert into support_tickets (name, email, subject, message, category, status, due_at)
			select 'x', n || '@list.test', 'x', 'x', case when n % 2 = 0 then 'terms' else 'general' end, 'open', now()
			from generate_series(1, ${count}::int) n returning id`.execute(db)
	).rows.map(({ id }) => id)

const ticked = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [`row-${id}`, 'on']))
const readRows = ({ deps: { db } }: Wire) => db.selectFrom('bulk_rows').select(['outcome', 'note']).orderBy('place').execute()

test('a preview changes nothing; the job logs each row, and the file lists each outcome', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const { db } = wire.deps
	const ids = await addTickets(wire, 4)
	await db
		.updateTable('support_tickets')
		.set({ status: 'closed' })
		.where('id', '=', ids[3] ?? '')
		.execute()
	const { to } = await support.post('/admin/bulk', { list: 'tickets', action: 'close-tickets', ...ticked(ids) })
	const preview = (await support.get(to)).text
	expect(preview).toContain('This will apply to 3 tickets. 1 ticket will be skipped. Nothing has changed yet.')
	expect(preview).toContain('already closed')
	expect(preview).toContain('Will change:')
	expect([...preview.matchAll(/>x, (\d)@list\.test<\/a>/g)].map(([, at]) => at)).toEqual(['1', '2', '3'])
	expect(await db.selectFrom('support_tickets').select('id').where('status', '=', 'open').execute()).toHaveLength(3)
	// Someone else closes it between the preview and the start.
	await db
		.updateTable('support_tickets')
		.set({ status: 'closed' })
		.where('id', '=', ids[0] ?? '')
		.execute()
	expect((await support.post(`${to}/start`)).to).toBe(`${to}?notice=bulk-started`)
	expect((await support.post(`${to}/start`)).to).toBe(`${to}?notice=bulk-unchanged`)
	await runDueJobs(wire.deps)
	expect((await readRows(wire)).map(({ outcome, note }) => note ?? outcome)).toEqual(['already closed', 'done', 'done', 'already closed'])
	expect(await db.selectFrom('bulk_jobs').select('state').executeTakeFirstOrThrow()).toEqual({ state: 'done' })
	const log = await db
		.selectFrom('operator_actions')
		.select(['object_id', 'after'])
		.where('action', '=', 'ticket_closed')
		.orderBy('id')
		.execute()
	expect(log.map(({ object_id: id }) => id)).toEqual([ids[1], ids[2]])
	const file = (await support.get(`${to}/result.csv`)).text.trimEnd().split('\r\n').slice(1)
	expect(file[1]).toBe(`2,ticket,${ids[1] ?? ''},done,`)
	expect(file[3]).toBe(`4,ticket,${ids[3] ?? ''},skipped,already closed`)
})

test('selecting all matching rows includes every page of the filter', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	await addTickets(wire, 600)
	const fields = { list: 'tickets', action: 'assign-tickets', all: 'on', form_page: '/admin/tickets?category=terms&before=x' }
	const { to } = await support.post('/admin/bulk', fields)
	expect((await support.get(to)).text).toContain('will apply to 300 tickets')
	await support.post(`${to}/start`)
	// A run handles 250 rows and enqueues the next run.
	await runDueJobs(wire.deps)
	const assigned = await wire.deps.db.selectFrom('support_tickets').select(['category']).where('assigned_to', '=', support.userId).execute()
	expect([assigned.length, new Set(assigned.map(({ category }) => category))]).toEqual([300, new Set(['terms'])])
})

test('a canceled job can be continued, and a job ends if its owner loses the role', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const operator = await openConsoleAs(wire, 'operator')
	const { db } = wire.deps
	const ids = await addTickets(wire, 3)
	const prepare = async () => (await support.post('/admin/bulk', { list: 'tickets', action: 'close-tickets', ...ticked(ids) })).to
	const canceled = await prepare()
	await support.post(`${canceled}/start`)
	expect((await support.post(`${canceled}/cancel`)).to).toBe(`${canceled}?notice=bulk-canceled`)
	await runDueJobs(wire.deps)
	expect((await support.get(canceled)).text).toContain('Canceled: 3 tickets left unchanged.')
	expect((await support.get(`${canceled}/result.csv`)).text).toContain(',not done,')

	expect((await support.get(canceled)).text).toContain('Continue with the remaining 3 tickets')
	await support.post(`${canceled}/start`)
	await runDueJobs(wire.deps)
	expect((await support.get(canceled)).text).not.toContain('Continue with the remaining')
	for (const step of ['start', 'cancel']) expect((await support.post(`${canceled}/${step}`)).to).toBe(`${canceled}?notice=bulk-unchanged`)
	await db.updateTable('support_tickets').set({ status: 'open' }).where('id', 'in', ids).execute()

	const unwanted = await prepare()
	expect((await support.post(`${unwanted}/cancel`)).to).toBe(`${unwanted}?notice=bulk-canceled`)
	await runDueJobs(wire.deps)
	expect(await db.selectFrom('support_tickets').select('id').where('status', '=', 'closed').execute()).toEqual([])
	await db
		.deleteFrom('bulk_jobs')
		.where('id', '=', unwanted.split('/').at(-1) ?? '')
		.execute()

	const left = await prepare()
	expect((await operator.post(`${left}/start`)).status).toBe(403)
	await support.post(`${left}/start`)
	await db.updateTable('auth.users').set({ raw_app_meta_data: '{}' }).where('id', '=', support.userId).execute()
	await runDueJobs(wire.deps)
	expect(await db.selectFrom('bulk_jobs').select('state').orderBy('state').execute()).toEqual([{ state: 'canceled' }, { state: 'done' }])
	expect(await db.selectFrom('support_tickets').select('id').where('status', '=', 'closed').execute()).toEqual([])
})

test('bulk actions require the same role, reason and second factor as single ones, and refuse invalid input', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const operator = await openConsoleAs(wire, 'operator')
	const [ticket = ''] = await addTickets(wire, 1)
	const learner = { list: 'learners', action: 'grant-access', ...ticked([support.userId]) }
	expect((await support.get('/admin/learners')).text).not.toContain('grant-access')
	expect((await support.post('/admin/bulk', learner)).status).toBe(403)
	const { to } = await operator.post('/admin/bulk', learner)
	expect((await support.get(to)).status).toBe(404)
	expect((await operator.post(`${to}/start`)).text).toContain('Enter a reason')
	wire.clock.advance(11 * 60_000)
	expect((await operator.post(`${to}/start`, { reason: 'A gift' })).status).toBe(422)
	expect((await operator.post(`${to}/start`, { reason: 'A gift', code: operator.code() })).status).toBe(303)
	await runDueJobs(wire.deps)
	expect(await readRows(wire)).toEqual([{ outcome: 'done', note: null }])
	expect(await wire.deps.db.selectFrom('entitlements').select('user_id').execute()).toEqual([{ user_id: support.userId }])
	const { text: record } = await operator.get(to)
	expect(record).toContain('A gift')
	const reasons = await wire.deps.db.selectFrom('operator_actions').select('reason').where('object_id', '=', support.userId).execute()
	expect(reasons).toContainEqual({ reason: 'A gift' })
	const ending = { list: 'learners', action: 'end-given-access', ...ticked([support.userId, operator.userId]) }
	const ended = (await operator.post('/admin/bulk', ending)).to
	const preview = (await operator.get(ended)).text
	expect(preview).toContain('1 learner will be skipped')
	expect(preview).toContain('support@academy.test</a>')
	await operator.post(`${ended}/start`, { reason: 'The gift is over' })
	await runDueJobs(wire.deps)
	expect(await wire.deps.db.selectFrom('entitlements').select(['user_id', 'state']).execute()).toEqual([
		{ user_id: support.userId, state: 'revoked' },
	])
	// Simulates that the operator who prepared the action has become support before starting it.
	const prepared = (await operator.post('/admin/bulk', learner)).to
	await wire.deps.db.updateTable('bulk_jobs').set({ user_id: support.userId }).where('state', '=', 'preview').execute()
	expect((await support.post(`${prepared}/start`, { reason: 'A gift', code: support.code() })).status).toBe(403)
	const odd: Record<string, string>[] = [
		{},
		{ list: 'tickets' },
		{ list: 'orders', action: 'close-tickets', ...ticked([ticket]) },
		{ list: 'tickets', action: '__proto__' },
	]
	odd.push({ list: 'tickets', action: 'close-tickets' }, { list: 'tickets', action: 'close-tickets', 'row-none': 'on' })
	for (const fields of odd) expect((await operator.post('/admin/bulk', fields)).status).toBe(400)
	expect((await operator.get('/admin/bulk/none')).status).toBe(404)
})

test('bulk access is granted and ended per course, as previewed', async () => {
	const wire = await startWire({ content: loadTwoCourses() })
	const operator = await openConsoleAs(wire, 'operator')
	const [one, other, third] = [(await signedIn(wire)).user.id, (await signedIn(wire)).user.id, (await signedIn(wire)).user.id]
	const people = ticked([one, other])
	const list = (await operator.get('/admin/learners')).text
	expect(list).toMatch(/value="grant-access:main".*value="grant-access:spreadsheets".*value="end-given-access:spreadsheets"/s)
	const prepare = async (action: string, chosen = people) => {
		const { to } = await operator.post('/admin/bulk', { list: 'learners', action, ...chosen })
		return { to, preview: (await operator.get(to)).text }
	}
	const run = async (action: string) => {
		const { to } = await prepare(action)
		await operator.post(`${to}/start`, { reason: 'A gift' })
		await runDueJobs(wire.deps)
	}
	const open = async () =>
		(
			await wire.deps.db
				.selectFrom('entitlements')
				.select('course_ids')
				.where('state', '=', 'active')
				.where('user_id', '=', other)
				.execute()
		).flatMap(({ course_ids: courses }) => courses)
	const { preview } = await prepare('grant-access:spreadsheets')
	expect(preview).toContain('This will apply to 2 learners.')
	expect(preview).toContain('Each learner gets a free order, immediate access, and an email about it.')
	await run('grant-access:spreadsheets')
	expect(await open()).toEqual(['spreadsheets'])
	await run('grant-access:main')
	const { to, preview: again } = await prepare('grant-access:spreadsheets', ticked([one, other, third]))
	for (const words of ['will apply to 1 learner.', '2 learners will be skipped', 'already has access']) expect(again).toContain(words)
	await operator.post(`${to}/cancel`)
	expect((await operator.get(to)).text).toContain('. Canceled: 3 learners left unchanged.')
	await run('end-given-access:spreadsheets')
	expect(await open()).toEqual(['main'])
	for (const action of ['grant-access:cooking', 'close-tickets:main'])
		expect(
			(await operator.post('/admin/bulk', { list: action.startsWith('grant') ? 'learners' : 'tickets', action, ...people })).status,
		).toBe(400)
})

test('failed jobs can be restarted in bulk', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const support = await openConsoleAs(wire, 'support')
	const { db, jobs } = wire.deps
	await inTransaction(db, async (tx) => {
		await jobs.enqueue(tx, { name: 'announce-articles', payload: {} })
		await jobs.enqueue(tx, { name: 'deliver-message', payload: { messageId: crypto.randomUUID() } })
	})
	const { rows } = await sql<{ id: string }>`update pgboss.job set state = 'failed' where name in ('announce-articles', 'deliver-message')
		returning id`.execute(db)
	expect((await operator.get('/admin/health/jobs')).text).toContain(`name="row-${rows[0]?.id}"`)
	const fields = { list: 'health/jobs', action: 'retry-jobs' }
	expect((await support.post('/admin/bulk', { ...fields, all: 'on', form_page: '/admin/health/jobs' })).status).toBe(403)
	const chosen = await operator.post('/admin/bulk', { ...fields, ...ticked([rows[0]?.id ?? '']) })
	expect((await operator.get(chosen.to)).text).toContain('This will apply to 1 failed job. Nothing has changed yet.')
	const { to } = await operator.post('/admin/bulk', { ...fields, all: 'on', form_page: '/admin/health/jobs?sort=-created' })
	expect((await operator.get(to)).text).toContain('This will apply to 2 failed jobs. Nothing has changed yet.')
	await operator.post(`${to}/start`)
	await runDueJobs(wire.deps)
	expect(await readRows(wire)).toEqual([
		{ outcome: null, note: null },
		{ outcome: 'done', note: null },
		{ outcome: 'done', note: null },
	])
	expect((await operator.get('/admin/health/jobs')).text).toContain('No failed jobs.')
	await operator.post(`${chosen.to}/start`)
	await runDueJobs(wire.deps)
	expect((await operator.get(chosen.to)).text).toContain('no longer failed')
})

test('wrong second-factor codes at the start of a bulk action count against the limit', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { to } = await operator.post('/admin/bulk', { list: 'learners', action: 'grant-access', ...ticked([operator.userId]) })
	wire.clock.advance(11 * 60_000)
	const start = async (code: string) => (await operator.post(`${to}/start`, { reason: 'A gift', code })).status
	const wrong = operator.code() === '000000' ? '000001' : '000000'
	for (let tries = 0; tries < 5; tries += 1) expect(await start(wrong)).toBe(422)
	expect(await start(operator.code())).toBe(429)
	expect(await wire.deps.db.selectFrom('bulk_jobs').select('state').execute()).toEqual([{ state: 'preview' }])
})

test.each(['40P01', '40001'])('a row rolled back by PostgreSQL with %s is retried', async (code) => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const { db } = wire.deps
	const ids = await addTickets(wire, 2)
	const { to } = await support.post('/admin/bulk', { list: 'tickets', action: 'close-tickets', ...ticked(ids) })
	// Count attempts with a sequence, which a rollback doesn't reset.
	await sql`create sequence tries_of_test`.execute(db)
	await sql`create function fail_once() returns trigger language plpgsql as ${sql.raw(
		`$$ begin if nextval('tries_of_test') = 1 then raise exception 'rolled back' using errcode = '${code}'; end if; return new; end $$`,
	)}`.execute(db)
	await sql`create trigger fail_once before update on support_tickets for each row execute function fail_once()`.execute(db)
	await support.post(`${to}/start`)
	await runDueJobs(wire.deps)
	expect(await readRows(wire)).toEqual([
		{ outcome: 'done', note: null },
		{ outcome: 'done', note: null },
	])
})

test('a row locked by another transaction is processed after the free rows', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const { db } = wire.deps
	const ids = await addTickets(wire, 3)
	const { to } = await support.post('/admin/bulk', { list: 'tickets', action: 'close-tickets', ...ticked(ids) })
	await support.post(`${to}/start`)
	await db.transaction().execute(async (other) => {
		await sql`select from support_tickets where id = ${ids[0] ?? ''}::uuid for update`.execute(other)
		await runDueJobs(wire.deps)
	})
	expect((await readRows(wire)).map(({ outcome }) => outcome)).toEqual([null, 'done', 'done'])
	expect((await support.get(to)).text).toContain('2 of 3 tickets')
	wire.clock.advance(10_000)
	await runDueJobs(wire.deps)
	expect((await readRows(wire)).map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
	expect(await db.selectFrom('bulk_jobs').select('state').executeTakeFirstOrThrow()).toEqual({ state: 'done' })
})

test('invalid filters are refused and never select all rows', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	await addTickets(wire, 4)
	const all = { list: 'tickets', action: 'close-tickets', all: 'on' }
	for (const page of ['/admin/tickets?category=terms&q=(a)', '/admin/orders?category=terms', 'https://elsewhere.test/admin/tickets', '']) {
		const { status, text } = await support.post('/admin/bulk', { ...all, form_page: page })
		expect([page, status, text.includes('These filters can’t be read')]).toEqual([page, 400, true])
	}
	expect(await wire.countRows('bulk_jobs')).toBe(0)
	// Browsers don't escape an asterisk in a query.
	const { to } = await support.post('/admin/bulk', { ...all, form_page: '/admin/tickets?category=terms&note=*' })
	expect(to).toMatch(/^\/admin\/bulk\//)
})
