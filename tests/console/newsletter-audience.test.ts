import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

const ISSUE = { subject: 'News <b>', body: 'Hello' }

const newAddress = () => `/admin/newsletter/${randomUUID()}`

const add = ({ deps }: Wire, email: string, covers = true) =>
	deps.db
		.insertInto('newsletter_subscriptions')
		.values({ email, source: 'blog', status: 'confirmed', covers_newsletters: covers, requested_at: deps.now(), confirmed_at: deps.now() })
		.execute()

test('the audience is counted as it is chosen, or by a button without script, without saving', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await add(wire, 'ana@example.test')
	await add(wire, 'bo@example.test')
	await add(wire, 'articles@example.test', false)
	const count = async (query: string) => (await operator.get(`/admin/newsletter/audience?${query}`)).text
	expect([await count(''), await count('source=blog'), await count('audience=custom&if-0=source%3Dpopup')]).toEqual([
		'{"count":2,"others":1,"learners":0}',
		'{"count":2,"others":1,"learners":0}',
		'{"count":0,"others":0,"learners":0}',
	])
	// Ignoring a condition could widen the audience.
	for (const query of ['source=nonsense', 'audience=custom&if-0=source%3Dnonsense', `audience=${randomUUID()}`])
		expect((await operator.get(`/admin/newsletter/audience?${query}`)).status).toBeGreaterThanOrEqual(400)
	// An account whose address isn’t confirmed may be someone else’s.
	const account = { id: randomUUID(), created_at: wire.clock.now(), updated_at: wire.clock.now() }
	await wire.deps.db
		.insertInto('auth.users')
		.values([
			{ ...account, email: 'ana@example.test', email_confirmed_at: wire.clock.now() },
			{ ...account, id: randomUUID(), email: 'bo@example.test' },
		])
		.execute()
	expect(await count('progress=none')).toBe('{"count":1,"others":0,"learners":0}')
	const path = newAddress()
	const form = hiddenIn((await operator.get(`${path}?new`)).text, path)
	const shown = await operator.post(path, { ...form, ...ISSUE, source: 'blog', do: 'count' })
	expect([
		shown.status,
		shown.text.includes('2 subscribers. 1 other didn’t agree to newsletters.'),
		shown.text.includes('News &lt;b&gt;'),
	]).toEqual([422, true, true])
	expect(await wire.countRows('newsletter_issues')).toBe(0)
})

test('a draft keeps an audience that the content no longer has, instead of going to all subscribers', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const path = newAddress()
	await operator.post(path, ISSUE)
	const segment = { source: '', quiz: '', module: '', bought: 'yes:former-course' }
	await wire.deps.db
		.updateTable('newsletter_issues')
		.set({ segment: JSON.stringify(segment) })
		.execute()
	const page = (await operator.get(path)).text
	expect(page).toContain('To every subscriber who has former-course (no longer sold)</span> <span role="status">· 0 people<')
	expect(page).toContain('<option value="bought=yes:former-course" selected="">has former-course (no longer sold)</option>')
	wire.clock.advance(1000)
	const save = (condition: string) => operator.post(path, { ...ISSUE, ...hiddenIn(page, path), audience: 'custom', 'if-0': condition })
	expect((await save('bought=yes:former-course')).to).toContain('issue-saved')
	const stored = () => wire.deps.db.selectFrom('newsletter_issues').select('segment').executeTakeFirstOrThrow()
	expect((await stored()).segment).toMatchObject({ bought: 'yes:former-course' })
	expect((await operator.get(`/admin/newsletter/audience?bought=yes%3Aformer-course`)).text).toBe('{"count":0,"others":0,"learners":0}')
})

test('if no one in the audience agreed to newsletters, the draft and the list of subscribers say so', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await add(wire, 'articles@example.test', false)
	const path = newAddress()
	await operator.post(path, ISSUE)
	const draft = (await operator.get(path)).text
	expect(draft).toContain('1 subscriber in this audience didn’t agree to newsletters. Choose another')
	expect(draft).toMatch(/id="no-readers".*<button[^>]* disabled=""[^>]*>Send…</s)
	expect((await operator.get('/admin/subscribers')).text).toContain('no newsletters')
	expect((await operator.get('/admin/subscribers?q=articles@')).text).toContain('no newsletters')
	await add(wire, 'news@example.test')
	expect((await operator.get(path)).text).toContain('· 1 person')
})

test('filtered learners become the audience of a new email, unless an audience can’t have their filters', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const link = async (query: string) =>
		/href="([^"]+)"[^>]*>Write to matching subscribers</
			.exec((await operator.get(`/admin/learners?${query}`)).text)?.[1]
			?.replaceAll('&amp;', '&')
	const none = [
		'',
		'progress=stalled',
		'progress=none&access=open',
		'progress=none&from=2026-01-01',
		'progress=none&q=ana',
		'course=career',
	]
	for (const query of none) expect([query, await link(query)]).toEqual([query, undefined])
	const address = await link('progress=inactive&product=former-course')
	expect(address).toBe('/admin/newsletter/new?progress=inactive&bought=yes%3Aformer-course')
	const { to } = await operator.get(address ?? '')
	const { text } = await operator.get(to)
	for (const part of ['value="progress=inactive" selected', 'value="bought=yes:former-course" selected']) expect(text).toContain(part)
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/learners?progress=inactive')).text).not.toContain('Write to matching subscribers')
})

test.each(['progress=stalled', 'source=nonsense', 'bought=maybe', 'bought=yes:', 'quiz=:x'])(
	'a new email isn’t begun for the unknown audience %s, which would be all subscribers',
	async (query) => {
		const wire = await startWire()
		const operator = await openConsoleAs(wire, 'operator')
		const { to } = await operator.get(`/admin/newsletter/new?progress=done&${query}`)
		const { status, text } = await operator.get(to)
		expect([status, text.includes(`Emails can’t have this audience: ${query.replace('=', ': ')}. Open`)]).toEqual([400, true])
	},
)

test('the audience is one sentence, whatever is chosen', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const sentenceOf = async (query: string) => {
		const { to } = await operator.get(`/admin/newsletter/new?${query}`)
		return /<summary[^>]*><span>(To [^<]*)</.exec((await operator.get(to)).text)?.[1]
	}
	expect(
		await Promise.all(['', 'source=popup', 'progress=none', 'progress=done&source=blog', 'progress=active&bought=no'].map(sentenceOf)),
	).toEqual([
		'To all subscribers',
		'To every subscriber who came through the pop-up',
		'To every subscriber who hasn’t started',
		'To every subscriber who came through the blog form and has a certificate',
		'To every subscriber who was active in the last 14 days and has no access to the course',
	])
})

test('without script, another audience can be chosen while the rows of the former conditions are still filled', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await add(wire, 'ana@example.test')
	const conditions = { match: 'any', 'if-0': 'source=popup', 'if-1': 'progress=done' }
	const saved = await operator.post('/admin/audiences/new', { name: 'Certified', 'if-0': 'progress=done' })
	const audienceId = /audiences\/([\w-]{36})/.exec(saved.to)?.[1] ?? ''
	const segmentOf = async () => (await wire.deps.db.selectFrom('newsletter_issues').select('segment').executeTakeFirstOrThrow()).segment
	const path = newAddress()
	const post = async (fields: Record<string, string>) => {
		wire.clock.advance(1000)
		return operator.post(path, { ...ISSUE, ...conditions, ...hiddenIn((await operator.get(path)).text, path), ...fields })
	}
	await operator.post(path, { ...ISSUE, ...conditions, audience: 'custom' })
	expect(await segmentOf()).toMatchObject({ match: 'any' })
	// Asking for the total keeps the choice, and drops the rows.
	const asked = await post({ audience: '', do: 'count' })
	expect([asked.status, asked.text.includes('1 subscriber'), asked.text.includes('value="source=popup" selected')]).toEqual([
		422,
		true,
		false,
	])
	expect((await post({ audience: '' })).to).toContain('issue-saved')
	expect(await segmentOf()).toEqual({})
	// Conditions that were entered without choosing them may be meant.
	const unclear = await post({ audience: '' })
	expect([unclear.status, unclear.text.includes('You chose an audience and conditions.')]).toEqual([422, true])
	expect((await post({ audience: 'custom' })).to).toContain('issue-saved')
	expect((await post({ audience: audienceId })).to).toContain('issue-saved')
	expect(await segmentOf()).toEqual({ progress: 'done' })
})

test('the composer says how many learners in the audience haven’t subscribed, without the team', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await add(wire, 'ana@example.test')
	const at = { created_at: wire.clock.now(), updated_at: wire.clock.now() }
	await wire.deps.db
		.insertInto('auth.users')
		.values(
			['ana', 'bo', 'cleo'].map((name) => ({ ...at, id: randomUUID(), email: `${name}@example.test`, email_confirmed_at: at.created_at })),
		)
		.execute()
	const ask = async (query: string) => JSON.parse((await operator.get(`/admin/newsletter/audience?${query}`)).text) as unknown
	expect([await ask(''), await ask('progress=none'), await ask('progress=done'), await ask('source=blog')]).toEqual([
		{ count: 1, others: 0, learners: 2 },
		{ count: 1, others: 0, learners: 2 },
		{ count: 0, others: 0, learners: 0 },
		{ count: 1, others: 0, learners: 0 },
	])
	const path = newAddress()
	expect((await operator.get(`${path}?new`)).text).toContain(
		'2 learners aren’t subscribers and won’t get it: newsletters need consent. <a href="/admin/audiences/new"',
	)
})
