import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { readAudiences } from '#server/console/newsletter/read-audiences.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { systemContext } from '#server/services/context.ts'
import { runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

const NEW = '/admin/audiences/new'
const ISSUE = { subject: 'News', body: 'Hello' }
const HOUR_MS = 3_600_000

const add = ({ deps }: Wire, name: string, source: 'blog' | 'popup') =>
	deps.db
		.insertInto('newsletter_subscriptions')
		.values({
			email: `${name}@example.test`,
			source,
			status: 'confirmed',
			covers_newsletters: true,
			requested_at: deps.now(),
			confirmed_at: deps.now(),
		})
		.execute()

/** Opens a server in the daytime, with two subscribers of the blog and one of the pop-up. */
async function openAudiences() {
	const wire = await startWire()
	wire.clock.advance(((17 - wire.clock.now().getUTCHours() + 24) % 24) * HOUR_MS)
	const operator = await openConsoleAs(wire, 'operator')
	await add(wire, 'ann', 'blog')
	await add(wire, 'ben', 'blog')
	await add(wire, 'pam', 'popup')
	const create = async (name: string, fields: Record<string, string> = { 'if-0': 'source=blog' }) =>
		(await operator.post(NEW, { name, ...fields })).to.split('?')[0] ?? ''
	const idOf = (path: string) => path.split('/').at(-1) ?? ''
	/** Writes a draft. Each change is a second after the one before, because versions are told apart by their time. */
	const write = async (fields: Record<string, string>) => {
		const path = `/admin/newsletter/${randomUUID()}`
		await operator.post(path, { ...ISSUE, ...fields })
		wire.clock.advance(1000)
		return path
	}
	const schedule = async (path: string, at: Record<string, string> = { when: 'now' }) =>
		operator.post(`${path}/schedule`, { ...hiddenIn((await operator.get(path)).text, `${path}/schedule`), ...at })
	const change = async (path: string, fields: Record<string, string>) =>
		operator.post(path, { ...hiddenIn((await operator.get(path)).text, path), ...fields })
	const issues = () => wire.deps.db.selectFrom('newsletter_issues').select(['state', 'segment', 'audience_id', 'recipients']).execute()
	return { wire, operator, create, idOf, write, schedule, change, issues }
}

test('conditions are saved under a name, shown in words, and are an email’s audience', async () => {
	const { wire, operator, create, idOf, write, schedule } = await openAudiences()
	const path = await create('Not the pop-up', { match: 'any', 'if-0': 'source=popup', 'not-0': 'not', 'if-2': 'progress=done' })
	expect((await operator.get('/admin/audiences')).text).toContain(
		'Every subscriber who didn’t come through the pop-up or has a certificate',
	)
	const issue = await write({ audience: idOf(path) })
	const draft = (await operator.get(issue)).text
	expect(draft).toContain('To Not the pop-up: every subscriber who didn’t come through the pop-up or has a certificate')
	expect((await schedule(issue)).to).toContain('issue-sending')
	await runTimedJob(wire.deps, 'send-newsletter')
	const mails = await wire.deps.db.selectFrom('outbox_messages').select('to_address').orderBy('to_address').execute()
	expect(mails.map(({ to_address: to }) => to)).toEqual(['ann@example.test', 'ben@example.test'])
	const log = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_kind']).orderBy('id').execute()
	expect(log[0]).toEqual({ action: 'audience_created', object_kind: 'audience' })
	expect((await operator.get('/admin/actions')).text).toContain('Not the pop-up')
})

test('a draft changes with its audience, and a confirmation that was open is refused; a scheduled email keeps its conditions', async () => {
	const { operator, wire, create, idOf, write, schedule, change, issues } = await openAudiences()
	const path = await create('Readers')
	const [draft, planned] = [await write({ audience: idOf(path) }), await write({ audience: idOf(path) })]
	await schedule(planned, { when: 'later', starts_at: '2035-01-05T12:00' })
	const open = hiddenIn((await operator.get(draft)).text, `${draft}/schedule`)
	wire.clock.advance(1000)
	expect((await change(path, { name: 'Readers', 'if-0': 'source=popup' })).to).toContain('audience-saved')
	expect((await operator.post(`${draft}/schedule`, { ...open, when: 'now' })).status).toBe(409)
	expect((await operator.get(draft)).text).toContain('· 1 person<')
	expect((await issues()).map(({ state, segment }) => [state, segment])).toEqual(
		expect.arrayContaining([
			['draft', { source: 'popup' }],
			['scheduled', { source: 'blog' }],
		]),
	)
	// As a draft again, it follows its audience again.
	await operator.post(`${planned}/step`, { step: 'unschedule' })
	expect((await issues()).map(({ segment }) => segment)).toEqual([{ source: 'popup' }, { source: 'popup' }])
})

test('an audience that an unsent email uses can’t be deleted, and says which; afterwards the sent email keeps its conditions', async () => {
	const { operator, wire, create, idOf, write, schedule, issues } = await openAudiences()
	const path = await create('Readers')
	const issue = await write({ audience: idOf(path) })
	await create('Others')
	const { audiences } = await readAudiences({ ctx: systemContext(wire.deps, 'test') } as ConsoleRequest)
	expect(Object.fromEntries(audiences.map(({ name, uses }) => [name, uses]))).toEqual({ Others: 0, Readers: 1 })
	await schedule(issue, { when: 'later', starts_at: '2035-01-05T12:00' })
	const page = (await operator.get(path)).text
	expect([page.includes(`href="${issue}"`), page.includes('Delete audience')]).toEqual([true, false])
	const refused = await operator.post(`${path}/delete`)
	expect([refused.status, refused.text.includes('An email uses this audience.')]).toEqual([422, true])
	await operator.post(`${issue}/step`, { step: 'unschedule' })
	wire.clock.advance(1000)
	await schedule(issue)
	await runTimedJob(wire.deps, 'send-newsletter')
	expect((await issues())[0]?.state).toBe('sent')
	expect((await operator.post(`${path}/delete`)).to).toContain('audience-deleted')
	expect((await issues())[0]).toMatchObject({ audience_id: null, segment: { source: 'blog' } })
	expect((await operator.get(path)).status).toBe(404)
	expect((await operator.get(issue)).text).toContain('Every subscriber who came through the blog form')
})

test('conditions chosen in an email are saved as an audience that the email then has, saved before or not', async () => {
	const { operator, wire, create, write, issues } = await openAudiences()
	const issue = await write({ audience: 'custom', 'if-0': 'source=blog' })
	const id = issue.split('/').at(-1) ?? ''
	const form = (await operator.get(`${NEW}?issue=${id}&if-0=source%3Dblog`)).text
	expect(form).toContain('<option value="source=blog" selected="">')
	const saved = await operator.post(NEW, { ...hiddenIn(form, NEW), name: 'Readers', 'if-0': 'source=blog' })
	expect(saved.to).toBe(`${issue}?notice=audience-saved`)
	expect((await issues())[0]?.audience_id).not.toBeNull()
	const unsaved = randomUUID()
	const { to } = await operator.post(NEW, { name: 'Others', 'if-0': 'source=popup', issue: unsaved })
	expect(to).toContain(`/admin/newsletter/${unsaved}?new&audience=`)
	expect((await operator.get(to)).text).toContain('To Others: every subscriber who came through the pop-up')
	expect(await create('Third')).toContain('/admin/audiences/')
	expect(await wire.countRows('saved_audiences')).toBe(3)
})

test('an audience needs a free name and a known condition; conditions without a choice of them aren’t ignored', async () => {
	const { operator, wire, create, idOf, write } = await openAudiences()
	const path = await create('Readers')
	const refusals = [
		[{ name: ' ', 'if-0': 'source=blog' }, 422, 'Enter a name.'],
		[{ name: 'x'.repeat(81), 'if-0': 'source=blog' }, 422, 'Use at most 80 characters.'],
		[{ name: 'readers', 'if-0': 'source=blog' }, 422, 'Another audience has this name.'],
		[{ name: 'Other' }, 422, 'Choose at least one condition.'],
		[{ name: 'Other', 'if-0': 'source=nonsense' }, 400, 'source=nonsense'],
	] as const
	for (const [fields, status, message] of refusals) {
		const refused = await operator.post(NEW, fields)
		expect([refused.status, refused.text.includes(message)]).toEqual([status, true])
	}
	expect(await wire.countRows('saved_audiences')).toBe(1)
	const unclear = await operator.post(`/admin/newsletter/${randomUUID()}`, { ...ISSUE, audience: '', 'if-0': 'source=blog' })
	expect([unclear.status, unclear.text.includes('You chose an audience and conditions.')]).toEqual([422, true])
	const both = await operator.post(`/admin/newsletter/${randomUUID()}`, { ...ISSUE, audience: idOf(path), 'if-0': 'source=popup' })
	expect(both.status).toBe(422)
	const empty = await operator.post(`/admin/newsletter/${randomUUID()}`, { ...ISSUE, audience: 'custom', 'if-0': '' })
	expect([empty.status, empty.text.includes('Choose a condition, or send it to all subscribers.')]).toEqual([422, true])
	const gone = await operator.post(`/admin/newsletter/${randomUUID()}`, { ...ISSUE, audience: randomUUID() })
	expect([gone.status, gone.text.includes('That audience was deleted.')]).toEqual([422, true])
	const stale = await operator.post(path, { name: 'Readers', 'if-0': 'source=popup', seen: '1' })
	expect(stale.status).toBe(409)
	expect(await write({ audience: idOf(path) })).toContain('/admin/newsletter/')
	const support = await openConsoleAs(wire, 'support')
	for (const at of ['/admin/audiences', NEW, path]) expect((await support.get(at)).status).toBe(403)
	expect((await support.post(`${path}/delete`)).status).toBe(403)
})

test('without JavaScript, the form has spare rows and counts by a button', async () => {
	const { operator } = await openAudiences()
	const text = (await operator.get(NEW)).text
	expect(text.match(/name="if-\d"/g)).toHaveLength(4)
	const shown = await operator.post(NEW, { ...hiddenIn(text, NEW), name: 'Readers', 'if-1': 'source=blog', do: 'count' })
	expect([shown.status, shown.text.includes('2 subscribers'), shown.text.includes('value="Readers"')]).toEqual([422, true, true])
})

test('without an audience, the page suggests some, whose links fill in the form', async () => {
	const { operator } = await openAudiences()
	const links = [...(await operator.get('/admin/audiences')).text.matchAll(/href="(\/admin\/audiences\/new\?[^"]+)"/g)].map(
		([, href = '']) => href,
	)
	expect(links).toHaveLength(4)
	const { text } = await operator.get((links[1] ?? '').replaceAll('&amp;', '&'))
	expect(text).toContain('value="Buyers who haven’t started"')
	expect([...text.matchAll(/<option value="([^"]+)" selected=""/g)].map(([, value]) => value)).toEqual(
		expect.arrayContaining(['bought=yes', 'progress=none']),
	)
})
