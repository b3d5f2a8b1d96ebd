import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { toStoredAudience, toAudienceRules, audienceCondition } from '#server/services/people/newsletter/segment.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'
import { uploadList } from './upload-list.ts'

const NAMES = ['ann', 'ben', 'cleo']
const addressOf = (name: string) => `${name}@example.test`
const undoIn = (to: string) => /undo=([\w-]{36})/.exec(to)?.[1] ?? ''

/** Opens the console of an academy with three learners: ann has the tags “Spring 2027” and “VIP”, ben “VIP”. */
async function openTags() {
	const wire = await startWire()
	const { db } = wire.deps
	const { rows } = await sql<{ id: string }>`insert into auth.users (id, email, created_at, updated_at)
		select gen_random_uuid(), name || '@example.test', timestamptz '2026-01-01' + n * interval '1 minute', now()
		from unnest(${NAMES}::text[]) with ordinality as t (name, n) returning id`.execute(db)
	const [ann = '', ben = '', cleo = ''] = rows.map(({ id }) => id)
	const operator = await openConsoleAs(wire, 'operator')
	const add = (id: string, tag: string) => operator.post(`/admin/learners/${id}/tag`, { tag })
	await add(ann, 'VIP')
	await add(ann, 'Spring 2027')
	await add(ben, 'vip')
	const tagsOf = async (id: string) =>
		(await db.selectFrom('learner_tags').select('name').where('user_id', '=', id).orderBy('key').execute()).map(({ name }) => name)
	const log = () => db.selectFrom('operator_actions').select(['action', 'before', 'after', 'object_id']).orderBy('id').execute()
	const listed = async (query: string) =>
		rowsOf((await operator.get(`/admin/learners?${query}`)).text, 'Learners').map((cells) => /\w+(?=@)/.exec(cells.join(' '))?.[0] ?? '')
	return { wire, operator, add, ann, ben, cleo, tagsOf, log, listed }
}

test('a learner’s page shows, adds and removes tags, which can be undone', async () => {
	const { operator, add, ann, cleo, tagsOf, log } = await openTags()
	const page = `/admin/learners/${ann}`
	const { text } = await operator.get(page)
	for (const part of ['aria-label="Remove VIP"', 'aria-label="Remove Spring 2027"', '<datalist']) expect(text).toContain(part)
	expect((await operator.get(`/admin/learners/${cleo}`)).text).toContain('<option value="Spring 2027">')
	expect((await add(ann, 'VIP')).to).toBe(`${page}?notice=tags-unchanged`)
	const refused = await operator.post(`${page}/tag`, { tag: 'a, b', form_page: page })
	expect([refused.status, refused.text.includes('A tag can’t contain a comma')]).toEqual([422, true])
	const removed = await operator.post(`${page}/untag`, { tag: 'vip' })
	expect(removed.to).toContain(`${page}?notice=tag-removed&undo=`)
	expect(await tagsOf(ann)).toEqual(['Spring 2027'])
	await operator.post(`/admin/undo/${undoIn(removed.to)}`, { form_page: removed.to })
	expect(await tagsOf(ann)).toEqual(['Spring 2027', 'VIP'])
	const added = await add(cleo, 'New')
	await operator.post(`/admin/undo/${undoIn(added.to)}`, { form_page: added.to })
	expect(await tagsOf(cleo)).toEqual([])
	expect((await log()).filter(({ object_id: id }) => id === ann).map(({ action, before, after }) => [action, before ?? after])).toEqual([
		['learner_tagged', { tag: 'VIP' }],
		['learner_tagged', { tag: 'Spring 2027' }],
		['learner_untagged', { tag: 'VIP' }],
		['undone', expect.anything()],
	])
})

test('the list shows tags, filters by them without case, and its file has them', async () => {
	const { operator, listed } = await openTags()
	for (const sort of ['created', 'email']) expect(await listed(`tag=vip&sort=${sort}`)).toEqual(['ann', 'ben'])
	expect([await listed('tag=spring+2027'), await listed('tag=Unknown'), await listed('tag=VIP&q=ben')]).toEqual([['ann'], [], ['ben']])
	const { text } = await operator.get('/admin/learners?tag=VIP')
	for (const part of ['Tag: VIP', 'href="/admin/learners?tag=Spring+2027"', '/admin/newsletter/new?tag=VIP']) expect(text).toContain(part)
	const file = await operator.post('/admin/learners.csv', { tag: 'VIP', sort: 'created', code: operator.code() })
	expect(file.text).toContain('"Spring 2027, VIP"')
	expect(file.text).not.toContain(addressOf('cleo'))
})

test('a bulk action adds or removes a tag, after a preview', async () => {
	const { wire, operator, ann, ben, cleo, tagsOf, log } = await openTags()
	const rows = Object.fromEntries([ann, ben, cleo].map((id) => [`row-${id}`, 'on']))
	const prepare = (action: string, tag: string) => operator.post('/admin/bulk', { list: 'learners', action, tag, ...rows })
	const start = async ({ to }: { to: string }) => {
		await operator.post(`${to}/start`)
		await runDueJobs(wire.deps)
	}
	expect((await operator.get('/admin/learners')).text).toContain('>Add tag…</option>')
	expect((await prepare('add-tag', ' ')).text).toContain('Enter a tag.')
	const job = await prepare('add-tag', 'vip')
	const { text } = await operator.get(job.to)
	for (const part of ['This will apply to 1 learner. 2 learners will be skipped.', 'already has this tag']) expect(text).toContain(part)
	expect(await tagsOf(cleo)).toEqual([])
	expect(text).not.toContain('Download results')
	await start(job)
	expect(await tagsOf(cleo)).toEqual(['VIP'])
	const done = (await operator.get(`${job.to}?notice=bulk-started`)).text
	for (const part of [
		'Done: 1 learner, 2 skipped.',
		'<a href="/admin/learners?tag=vip"',
		`<a href="/admin/learners/${cleo}"`,
		'Download results',
	])
		expect(done).toContain(part)
	expect(done).not.toContain('<p>Started.')
	expect(done).toContain('>Undo for 1 learner</button>')
	const undone = await operator.post(`${job.to}/undo`)
	await runDueJobs(wire.deps)
	expect([await tagsOf(cleo), await tagsOf(ben)]).toEqual([[], ['VIP']])
	expect((await log()).slice(-1)).toMatchObject([{ action: 'learner_untagged', object_id: cleo, after: { tag: 'VIP' } }])
	expect((await operator.get('/admin/actions')).text).toContain('Undid a bulk action')
	// A second click leads to the same job.
	expect((await operator.post(`${job.to}/undo`)).to).toBe(undone.to)
	expect((await operator.get(job.to)).text).toContain(`<a href="${undone.to.split('?')[0]}"`)
	await operator.post(`${undone.to.split('?')[0]}/undo`)
	await runDueJobs(wire.deps)
	expect(await tagsOf(cleo)).toEqual(['VIP'])
	await start(await prepare('remove-tag', 'Spring 2027'))
	expect(await tagsOf(ann)).toEqual(['VIP'])
	expect((await log()).slice(-1)).toMatchObject([{ action: 'learner_untagged', object_id: ann, after: { tag: 'Spring 2027' } }])
})

test('a bulk action that was canceled and undone isn’t continued, because that couldn’t be undone', async () => {
	const { wire, operator, ann, cleo, tagsOf } = await openTags()
	const { to } = await operator.post('/admin/bulk', {
		list: 'learners',
		action: 'add-tag',
		tag: 'New',
		[`row-${ann}`]: 'on',
		[`row-${cleo}`]: 'on',
	})
	await operator.post(`${to}/start`)
	await runDueJobs(wire.deps)
	await operator.post(`/admin/learners/${ann}/untag`, { tag: 'New' })
	// As if it had been canceled before ann's row.
	await sql`update bulk_rows set outcome = null where object_id = ${ann}`.execute(wire.deps.db)
	await sql`update bulk_jobs set state = 'canceled'`.execute(wire.deps.db)
	expect((await operator.get(to)).text).toContain('Continue with the remaining 1 learner')
	await operator.post(`${to}/undo`)
	expect((await operator.get(to)).text).not.toContain('Continue with the remaining')
	expect((await operator.post(`${to}/start`)).to).toContain('notice=bulk-unchanged')
	await runDueJobs(wire.deps)
	expect([await tagsOf(ann), await tagsOf(cleo)]).toEqual([['Spring 2027', 'VIP'], []])
})

test('a tag is a condition of audiences, also negated, and programs that know no tags send to no one', async () => {
	const { wire, operator } = await openTags()
	const now = wire.deps.now()
	const subscriber = {
		source: 'blog' as const,
		status: 'confirmed' as const,
		covers_newsletters: true,
		requested_at: now,
		confirmed_at: now,
	}
	await wire.deps.db
		.insertInto('newsletter_subscriptions')
		.values([...NAMES, 'dan'].map((name) => ({ ...subscriber, email: addressOf(name) })))
		.execute()
	expect((await operator.get('/admin/audiences/new')).text).toContain('<option value="tag=VIP">has the tag “VIP”</option>')
	const matching = async (isNot: boolean) => {
		const rules = { match: 'all' as const, conditions: [{ name: 'tag' as const, value: 'vip', isNot }] }
		expect(toAudienceRules(toStoredAudience(rules))).toEqual(rules)
		expect(toStoredAudience(rules)).toMatchObject({ module: 'needs a newer program' })
		const { rows } = await sql<{ email: string }>`select s.email from newsletter_subscriptions s
			where ${audienceCondition(rules)} order by s.email`.execute(wire.deps.db)
		return rows.map(({ email }) => email.split('@')[0])
	}
	expect([await matching(false), await matching(true)]).toEqual([
		['ann', 'ben'],
		['cleo', 'dan'],
	])
	const saved = await operator.post('/admin/audiences/new', { name: 'Others', 'if-0': 'tag=VIP', 'not-0': 'not' })
	expect(saved.to).toContain('audience-saved')
	expect((await operator.get('/admin/audiences')).text).toContain('Every subscriber who doesn’t have the tag “VIP”')
	const list = (await operator.get('/admin/subscribers?tag=vip')).text
	expect([...NAMES, 'dan'].map((name) => list.includes(addressOf(name)))).toEqual([true, true, false, false])
})

test('a file of learners brings tags, also for people who have an account', async () => {
	const { wire, operator, ben, tagsOf, log } = await openTags()
	const file = `email,name,tags\n${addressOf('ben')},Ben,"autumn; vip"\nnew@example.test,Nia,"Autumn, Team A"\n${addressOf('cleo')},Cleo,\n`
	const { to } = await uploadList(wire, operator, file, '/admin/learner-imports')
	const job = (await operator.post(`${to}/preview`, {})).to
	expect((await operator.get(job)).text).toContain('will apply to 2 learners. 1 learner will be skipped.')
	await operator.post(`${job}/start`, { reason: 'Autumn' })
	await runDueJobs(wire.deps)
	const { id } = await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', 'new@example.test').executeTakeFirstOrThrow()
	expect([await tagsOf(ben), (await tagsOf(id)).map((tag) => tag.toLowerCase())]).toEqual([
		['autumn', 'VIP'],
		['autumn', 'team a'],
	])
	expect((await log()).slice(-2).map(({ action, after }) => [action, after])).toEqual([
		['learner_tagged', expect.objectContaining({ tag: 'autumn' })],
		['learner_added', expect.objectContaining({ tag: 'autumn, Team A' })],
	])
})

test('a file with more tags than a person may have still adds the account, and logs it', async () => {
	const { wire, operator, cleo, tagsOf, log } = await openTags()
	const at = wire.clock.now()
	const used = Array.from({ length: 199 }, (_, index) => `t${index}`)
	await wire.deps.db
		.insertInto('learner_tags')
		.values(used.map((name) => ({ user_id: cleo, name, created_at: at })))
		.execute()
	const { to } = await uploadList(wire, operator, 'email,tags\nnew@example.test,"One; Two; Three"\n', '/admin/learner-imports')
	const job = (await operator.post(`${to}/preview`, {})).to
	await operator.post(`${job}/start`, { reason: 'Autumn' })
	await runDueJobs(wire.deps)
	const { id } = await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', 'new@example.test').executeTakeFirstOrThrow()
	expect((await tagsOf(id)).length).toBeLessThan(3)
	expect((await log()).at(-1)?.action).toBe('learner_added')
})
