import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { readAccessState } from '#server/services/learning/entitlements/entitlements.ts'
import { loadTwoCourses, PRODUCTS, SHEETS } from '#tests/factories/two-courses.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { GOOD_PASSWORD, signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'
import { uploadList } from './upload-list.ts'

const ADD = '/admin/learners/add'
const IMPORTS = '/admin/learner-imports'

const actionsOf = ({ deps }: Wire) =>
	deps.db.selectFrom('operator_actions').select(['action', 'object_id', 'reason', 'after']).orderBy('created_at').orderBy('id').execute()

const mailsTo = async ({ deps }: Wire, email: string) =>
	(await deps.db.selectFrom('outbox_messages').select('template').where('to_address', '=', email).orderBy('id').execute()).map(
		({ template }) => template,
	)

async function open() {
	const wire = await startWire({ content: loadTwoCourses() })
	return { wire, operator: await openConsoleAs(wire, 'operator') }
}

test('a new learner is invited by email, and the link opens the account with the granted access', async () => {
	const { wire, operator } = await open()
	const page = (await operator.get(ADD)).text
	// The form offers courses, and products unless they are the same as a single course.
	for (const title of [PRODUCTS.sheets, PRODUCTS.both, PRODUCTS.oneModule]) expect(page).toContain(`<span>${title}</span>`)
	expect(page).not.toContain(`<span>${PRODUCTS.main}</span>`)
	const fields = { email: ' Ana@Example.test', name: 'Ana\0 Lima', [`gift-${SHEETS.course}`]: 'on', mails: 'on' }
	expect((await operator.post(ADD, fields)).status).toBe(400)
	const { to } = await operator.post(ADD, { ...fields, reason: 'Paid by check' })
	const id = /learners\/([\da-f-]{36})\?notice=learner-invited/.exec(to)?.[1] ?? ''
	const shown = (await operator.get(to)).text
	for (const words of ['The invitation is on its way', 'Ana Lima', 'Email not confirmed', `End access to ${PRODUCTS.sheets}`])
		expect(shown).toContain(words)
	expect(await mailsTo(wire, 'ana@example.test')).toEqual(['auth.invite'])
	const mail = await wire.lastMail('ana@example.test')
	expect(mail.body).toContain(`You have access to: ${PRODUCTS.sheets}.`)
	const wanted = { courses: [SHEETS.course], modules: [] }
	expect(await readAccessState(wire.deps.db, id, wanted)).toBe('none')
	const { data } = await wire.connect().auth.verifyOtp({ token_hash: mail.linkToken, type: 'invite' })
	expect(data.user).toMatchObject({ id, user_metadata: { name: 'Ana Lima' } })
	expect(await readAccessState(wire.deps.db, id, wanted)).toBe('active')
	expect(await actionsOf(wire)).toMatchObject([
		{ action: 'learner_added', object_id: id, reason: 'Paid by check', after: { course: PRODUCTS.sheets, emailed: true } },
	])
})

test('access of an added learner can have an end, which must be in the future', async () => {
	const { wire, operator } = await open()
	const fields = { email: 'ana@example.test', [`gift-${SHEETS.course}`]: 'on', reason: 'A month to try' }
	const year = wire.deps.now().getUTCFullYear()
	const late = await operator.post(ADD, { ...fields, ends: `${year - 1}-01-05T10:00` })
	expect([late.status, late.text.includes('Choose a time in the future.')]).toEqual([400, true])
	expect(await wire.countRows('entitlements')).toBe(0)
	expect((await operator.post(ADD, { ...fields, ends: `${year + 1}-01-05T10:00` })).status).toBe(303)
	const order = await wire.deps.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
	expect((await operator.get(`/admin/orders/${order.id}`)).text).toContain(`Jan 5, ${year + 1}`)
	const aimless = await operator.post(ADD, { email: 'lin@example.test', ends: `${year + 1}-01-05T10:00` })
	expect([aimless.status, aimless.text.includes('Choose what to give access to')]).toEqual([422, true])
	const [entry] = await actionsOf(wire)
	expect(entry?.after).toMatchObject({ course: PRODUCTS.sheets, until: `${year + 1}-01-05T15:00:00.000Z` })
})

test('an existing account gets only the missing access, and nothing else changes', async () => {
	const { wire, operator } = await open()
	const { user, email } = await signedIn(wire)
	const readAccount = () => wire.deps.db.selectFrom('auth.users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
	const before = await readAccount()
	const known = { email, name: 'Another Name', reason: 'Won a place' }
	const refused = await operator.post(ADD, { ...known, form_page: ADD, form_id: '-admin-learners-add' })
	expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Choose what to give it access to.')])
	const given = { ...known, 'gift-product:one-module': 'on', [`gift-${SHEETS.course}`]: 'on', 'gift-unknown': 'on' }
	const product = /name="(gift-product:[^"]+)"[^>]*>(?:<[^>]*>)*First Formulas Alone/.exec((await operator.get(ADD)).text)?.[1] ?? ''
	expect((await operator.post(ADD, { ...given, [product]: 'on', mails: 'on' })).to).toBe(`/admin/learners/${user.id}?notice=access-given`)
	expect((await operator.post(ADD, { ...given, mails: 'on' })).status).toBe(422)
	expect(await readAccount()).toEqual(before)
	expect(await readAccessState(wire.deps.db, user.id, { courses: [SHEETS.course], modules: [] })).toBe('active')
	// The module isn't given separately, because the course already contains it.
	expect(await mailsTo(wire, email)).toEqual([expect.stringContaining('auth.'), 'order.access'])
	expect((await actionsOf(wire)).map(({ action }) => action)).toEqual(['access_given'])
})

test('access for an address signed up by a stranger waits for its owner, and the stranger’s password is removed', async () => {
	const { wire, operator } = await open()
	const email = 'owner@example.test'
	await wire.connect().auth.signUp({ email, password: GOOD_PASSWORD })
	const { id } = await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
	const fields = { email, [`gift-${SHEETS.course}`]: 'on', reason: 'Bought at the fair', mails: 'on' }
	const twice = await Promise.all([operator.post(ADD, fields), operator.post(ADD, fields)])
	expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 422])
	expect(await wire.countRows('orders')).toBe(1)
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error?.code).toBe('email_not_confirmed')
	await wire.connect().auth.verifyOtp({ token_hash: (await wire.lastMail(email)).linkToken, type: 'invite' })
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error?.code).toBe('invalid_credentials')
	expect(await readAccessState(wire.deps.db, id, { courses: [SHEETS.course], modules: [] })).toBe('active')
	const end = /\/admin\/orders\/[\da-f-]{36}\/end-access/.exec((await operator.get(`/admin/learners/${id}`)).text)?.[0] ?? ''
	expect((await operator.post(end, { reason: 'A mistake' })).status).toBe(303)
	expect(await readAccessState(wire.deps.db, id)).toBe('ended')
})

test('without the email option no mail is sent; invalid addresses and the support role are refused', async () => {
	const { wire, operator } = await open()
	expect((await operator.post(ADD, { email: 'bo@example.test' })).to).toContain('notice=learner-added')
	expect(await mailsTo(wire, 'bo@example.test')).toEqual([])
	for (const email of ['', 'bo', 'a b@example.test', 'bo@example.test, al@example.test', `${'x'.repeat(300)}@example.test`])
		expect((await operator.post(ADD, { email })).status).toBe(422)
	expect((await operator.post(ADD, { email: 'cy@example.test', name: 'x'.repeat(101) })).status).toBe(422)
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get(ADD)).status).toBe(403)
	expect((await support.get('/admin/learners')).text).not.toContain(ADD)
	expect((await support.post(ADD, { email: 'cy@example.test' })).status).toBe(403)
	expect(await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', 'cy@example.test').execute()).toEqual([])
})

const FILE = (known: string) => `Mail,First name,Surname,Plan
ana@example.test,Ana,Lima,gold
${known},Other,Name,gold
ANA@example.test,Ana,Again,
bo at example.test,Bo,,
'bo@example.test,Bo,,
`

test('an uploaded file is checked row by row, previewed, and added by a job that can be started twice', async () => {
	const { wire, operator } = await open()
	const { user, email } = await signedIn(wire)
	const { to } = await uploadList(wire, operator, FILE(email), IMPORTS)
	const page = (await operator.get(to)).text
	expect(rowsOf(page, 'Results')).toEqual([
		['gets an account', '2'],
		['has an account: gets only the access you choose', '1'],
		['skipped: not a valid email address', '1'],
		['skipped: duplicate of an earlier row', '1'],
	])
	expect([page.includes('Date format'), page.includes('Preview adding 3 learners')]).toEqual([false, true])
	expect((await operator.get(`${to}/skipped.csv`)).text).toContain(
		'bo at example.test,Bo,,,5,skipped: “bo at example.test” is not a valid email',
	)
	// Without access to give, existing accounts are skipped.
	const alone = (await operator.post(`${to}/preview`, { mails: 'on' })).to
	expect((await operator.get(alone)).text).toContain('This will apply to 2 learners. 1 learner will be skipped.')
	const chosen = { [`gift-${SHEETS.course}`]: 'on', mails: 'on' }
	const jobs = [(await operator.post(`${to}/preview`, chosen)).to, (await operator.post(`${to}/preview`, chosen)).to]
	const preview = (await operator.get(jobs[0] ?? '')).text
	for (const words of [
		'will apply to 3 learners',
		`Everyone gets access to ${PRODUCTS.sheets}`,
		'Everyone who is added or gets access is emailed.',
		'<li>bo@example.test',
	])
		expect(preview).toContain(words)
	expect(await wire.countRows('orders')).toBe(0)
	expect((await operator.post(`${jobs[0]}/start`)).status).toBe(400)
	for (const job of jobs) expect((await operator.post(`${job}/start`, { reason: 'Paid elsewhere' })).to).toContain('bulk-started')
	await runDueJobs(wire.deps)
	const added = await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', 'bo@example.test').executeTakeFirstOrThrow()
	const pages = await Promise.all(jobs.map(async (job) => (await operator.get(job)).text))
	expect(pages.filter((text) => text.includes(`<a href="/admin/learners/${added.id}"`))).toHaveLength(1)
	// Whichever job runs first adds the learners, and the other skips them.
	const results = await Promise.all(jobs.map(async (job) => (await operator.get(`${job}/result.csv`)).text))
	expect(results.filter((text) => text.includes('1,address,ana@example.test,done,'))).toHaveLength(1)
	expect(results.filter((text) => text.includes('1,address,ana@example.test,skipped,already has this access'))).toHaveLength(1)
	const people = await wire.deps.db
		.selectFrom('auth.users')
		.select(['email', 'encrypted_password', 'raw_user_meta_data'])
		.where('email', 'in', ['ana@example.test', 'bo@example.test'])
		.orderBy('email')
		.execute()
	expect(people.map(({ raw_user_meta_data: data }) => data)).toEqual([{ name: 'Ana Lima' }, { name: 'Bo' }])
	expect(people.map(({ encrypted_password: password }) => password)).toEqual([null, null])
	expect(await mailsTo(wire, 'ana@example.test')).toEqual(['auth.invite'])
	expect((await mailsTo(wire, email)).at(-1)).toBe('order.access')
	expect(await wire.countRows('orders')).toBe(3)
	expect(await readAccessState(wire.deps.db, user.id)).toBe('active')
	// Invitations have a low priority, so that thousands of them don't delay sign-in codes.
	const { rows: sent } = await sql<{ template: string; priority: number }>`select distinct template, priority from outbox_messages
		join pgboss.job on job.name = 'deliver-message' and data ->> 'messageId' = outbox_messages.id::text order by template`.execute(
		wire.deps.db,
	)
	expect(sent).toEqual([
		{ template: 'auth.confirmation', priority: 0 },
		{ template: 'auth.invite', priority: -5 },
		{ template: 'order.access', priority: -5 },
	])
	const rows = (await actionsOf(wire)).filter(({ reason }) => reason === 'Paid elsewhere')
	expect(rows.map(({ action }) => action).toSorted()).toEqual([
		'access_given',
		'bulk_started',
		'bulk_started',
		'learner_added',
		'learner_added',
	])
	// After the import, the file is kept and links to the latest job.
	const after = (await operator.get(to)).text
	expect([after.includes(jobs[1] ?? ''), after.includes('Check again'), after.includes('Delete file')]).toEqual([true, false, false])
	expect((await operator.post(`${to}/delete`)).status).toBe(409)
	expect(rowsOf(after, 'Rows')[0]).toEqual(['2', 'ana@example.test', 'Ana Lima', 'gets an account'])
	const listed = async (job: string) =>
		rowsOf((await operator.get(`/admin/learners?job=${job.slice(-36)}`)).text, 'Learners').map((cells) => cells[0]?.split(' ')[0])
	expect(new Set((await Promise.all(jobs.map(listed))).flat())).toEqual(new Set(['Ana', 'Bo', email]))
})

test('a killed job continues with the remaining rows', async () => {
	const { wire, operator } = await open()
	const { db } = wire.deps
	const { to } = await uploadList(wire, operator, 'email\nana@example.test\nbo@example.test\n', IMPORTS)
	const job = (await operator.post(`${to}/preview`)).to
	await operator.post(`${job}/start`, { reason: 'A class' })
	// Simulates a process that died after it committed the first row.
	await db.updateTable('bulk_rows').set({ outcome: 'done' }).where('object_id', '=', 'ana@example.test').execute()
	await runDueJobs(wire.deps)
	const added = await db.selectFrom('auth.users').select('email').where('email', 'like', '%@example.test').execute()
	expect(added).toEqual([{ email: 'bo@example.test' }])
	expect(await mailsTo(wire, 'bo@example.test')).toEqual([])
	expect(await db.selectFrom('bulk_jobs').select('state').execute()).toEqual([{ state: 'done' }])
})

test('rows deleted after the preview are skipped, and a long name is cut without splitting an emoji', async () => {
	const { wire, operator } = await open()
	const { db } = wire.deps
	const file = `email,other,name\nana@example.test,al@example.test,${'x'.repeat(99)}😀\nbo@example.test,bo@example.test,Bo\n`
	const { to } = await uploadList(wire, operator, file, IMPORTS)
	const job = (await operator.post(`${to}/preview`)).to
	// Another tab chooses another column.
	await operator.post(`${to}/columns`, { 'column-1': 'email', 'column-2': 'firstName', head: 'on' })
	await operator.post(`${job}/start`, { reason: 'A class' })
	await runDueJobs(wire.deps)
	const result = (await operator.get(`${job}/result.csv`)).text
	expect(result).toContain('1,address,ana@example.test,skipped,no longer in the file')
	expect(result).toContain('2,address,bo@example.test,done,')
	// The file is deleted before the job starts.
	const { to: other } = await uploadList(wire, operator, 'email\ncy@example.test\n', IMPORTS)
	const late = (await operator.post(`${other}/preview`)).to
	await operator.post(`${other}/delete`)
	await operator.post(`${late}/start`, { reason: 'A class' })
	await runDueJobs(wire.deps)
	expect((await operator.get(`${late}/result.csv`)).text).toContain('1,address,cy@example.test,skipped,no longer in the file')
	const added = await db.selectFrom('auth.users').select('email').where('email', 'like', '%@example.test').execute()
	expect(added).toEqual([{ email: 'bo@example.test' }])
})

test('10,000 rows are checked and previewed; one more, other lists and the support role are refused', async () => {
	const { wire, operator } = await open()
	const lines = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.test`).join('\n')
	const { to } = await uploadList(wire, operator, `email\n${lines(10_000)}`, IMPORTS)
	const { to: job } = await operator.post(`${to}/preview`)
	expect((await operator.get(job)).text).toContain('will apply to 10,000 learners')
	const long = await uploadList(wire, operator, `email\n${lines(10_001)}`, IMPORTS)
	expect([long.status, long.text.includes('A file can have at most 10,000 rows')]).toEqual([422, true])
	const id = to.split('/').at(-1) ?? ''
	for (const other of [`/admin/imports/${id}`, `/admin/imports/${id}/report.csv`]) expect((await operator.get(other)).status).toBe(404)
	expect((await operator.post(`/admin/imports/${id}/apply`, { signs: 'no', reason: 'x' })).status).toBe(404)
	expect((await operator.post('/admin/bulk', { list: 'learners', action: 'add-learners', all: 'on' })).status).toBe(400)
	expect((await operator.get('/admin/learners')).text).not.toContain('add-learners')
	const support = await openConsoleAs(wire, 'support')
	for (const page of [IMPORTS, to, `${to}/report.csv`, `${to}/skipped.csv`]) expect((await support.get(page)).status).toBe(403)
	expect((await support.post(`${to}/preview`)).status).toBe(403)
	expect((await support.post(`${job}/start`, { reason: 'x' })).status).toBe(404)
})
