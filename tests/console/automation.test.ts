import { expect, test } from 'vitest'

import { openAutomationWorld, type AutomationWorld } from '#tests/factories/lifecycle.ts'
import { runDueJobs, runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const HOUR_MS = 3_600_000
const PATH = '/admin/lifecycle/unpaid-checkout'
const toDaytime = ({ clock }: Pick<Wire, 'clock'>) => clock.advance(((17 - clock.now().getUTCHours() + 24) % 24) * HOUR_MS)

type Operator = Awaited<ReturnType<typeof openConsoleAs>>

/** Opens a server with this automation on, and functions that add data. */
async function openAutomation() {
	const wire = await startWire()
	toDaytime(wire)
	const operator = await openConsoleAs(wire, 'operator')
	const world: AutomationWorld = await openAutomationWorld('unpaid-checkout', wire)
	return { wire, operator, world }
}

const textOf = async (operator: Operator) => (await operator.get(PATH)).text

test('the page of an automation counts what was sent, failed or held back, and lists who is next', async () => {
	const { wire, world } = await openAutomation()
	for (const name of ['ann', 'ben', 'cas', 'dot']) {
		await world.subscribe(`${name}@example.test`)
		await world.order('pending', `${name}@example.test`)
	}
	wire.clock.advance(2 * HOUR_MS)
	await world.subscribe('eve@example.test')
	await world.order('pending', 'eve@example.test')
	wire.clock.advance(1000)
	expect(await textOf(await openConsoleAs(wire, 'operator', 'first@academy.test'))).toContain('Due within a day: 5 subscribers.')
	wire.clock.advance(23 * HOUR_MS)
	await runTimedJob(wire.deps, 'send-newsletter')
	await runDueJobs(wire.deps)
	const set = (name: string, status: 'bounced' | 'suppressed' | 'queued') =>
		wire.deps.db.updateTable('outbox_messages').set({ status }).where('to_address', '=', `${name}@example.test`).execute()
	await set('ben', 'bounced')
	await set('cas', 'suppressed')
	await set('dot', 'queued')
	const operator = await openConsoleAs(wire, 'operator', 'second@academy.test')
	const text = await textOf(operator)
	expect(text).toMatch(/Sent<\/dt><dd[^>]*>1<.*Waiting in the queue<\/dt><dd[^>]*>1<.*Failed<\/dt><dd[^>]*>1<.*Held back<\/dt><dd[^>]*>1</s)
	expect(text).toContain('Due within a day: 1 subscriber.')
	expect(text.split('Newest emails')[0]).toContain('eve@example.test')
	expect(text.split('Newest emails')[0]).not.toContain('ann@example.test')
	expect(text).toMatch(/Newest emails.*ann@example\.test/s)
	expect((await operator.get('/admin/lifecycle')).text).toContain(`href="${PATH}"`)
	expect((await operator.get('/admin/lifecycle/nothing')).status).toBe(404)
})

test('who had an email this week is listed as such, and someone who pays isn’t listed any more', async () => {
	const { wire, operator, world } = await openAutomation()
	for (const name of ['ann', 'ben']) {
		await world.subscribe(`${name}@example.test`)
		await world.order('pending', `${name}@example.test`)
	}
	wire.clock.advance(1000)
	await wire.deps.db
		.updateTable('newsletter_subscriptions')
		.set({ last_issue_at: wire.clock.now() })
		.where('email', '=', 'ann@example.test')
		.execute()
	expect(await textOf(operator)).toMatch(/ann@example\.test.*Had an email this week/s)
	await wire.deps.db.updateTable('orders').set({ status: 'paid', paid_at: wire.clock.now() }).execute()
	expect(await textOf(operator)).toContain('No subscriber is due within a day.')
})

test('an automation sends after the delay that the operator set, within its limits', async () => {
	const { wire, operator, world } = await openAutomation()
	await world.subscribe()
	await world.order()
	for (const delay of ['0', '169', '1.5', 'soon', ''])
		expect([delay, (await operator.post(`${PATH}/delay`, { delay })).status]).toEqual([delay, 422])
	expect((await operator.post(`${PATH}/delay`, { delay: '3' })).to).toContain('lifecycle-delayed')
	expect(await textOf(operator)).toContain('3 hours after someone opens a checkout.')
	wire.clock.advance(2 * HOUR_MS)
	expect(await world.send()).toBe(0)
	wire.clock.advance(2 * HOUR_MS)
	expect(await world.send()).toBe(1)
	const log = await wire.deps.db.selectFrom('operator_actions').select(['action', 'before', 'after']).execute()
	expect(log).toEqual([{ action: 'lifecycle_delayed', before: { delay: 'a day' }, after: { delay: '3 hours' } }])
})

test('the default delay is stored as none, so that it follows the program; support can’t change it', async () => {
	const { wire, operator } = await openAutomation()
	await operator.post(`${PATH}/delay`, { delay: '3' })
	await operator.post(`${PATH}/delay`, { delay: '24' })
	const stored = await wire.deps.db.selectFrom('lifecycle_rules').select(['delay_hours', 'is_on']).execute()
	expect(stored).toEqual([{ delay_hours: null, is_on: true }])
	const support = await openConsoleAs(wire, 'support')
	expect((await support.post(`${PATH}/delay`, { delay: '3' })).status).toBe(403)
	expect((await support.get(PATH)).status).toBe(403)
})

test('a delay is shown and entered in hours or days', async () => {
	const { wire, operator } = await openAutomation()
	const shown = async () => /<option value="(\w+)" selected=""/.exec((await operator.get(PATH)).text)?.[1]
	expect(await shown()).toBe('day')
	expect((await operator.post(`${PATH}/delay`, { delay: '8', unit: 'day' })).text).toContain('from an hour to 7 days')
	await operator.post(`${PATH}/delay`, { delay: '5', unit: 'day' })
	expect(await wire.deps.db.selectFrom('lifecycle_rules').select('delay_hours').execute()).toEqual([{ delay_hours: 120 }])
	await operator.post(`${PATH}/delay`, { delay: '36', unit: 'hour' })
	expect(await shown()).toBe('hour')
})

test('a stalled learner’s delay is in days', async () => {
	const { wire, operator } = await openAutomation()
	await operator.post('/admin/lifecycle/stalled/delay', { delay: '21' })
	expect((await operator.get('/admin/lifecycle/stalled')).text).toContain('21 days after a buyer’s last progress')
	expect(await wire.deps.db.selectFrom('lifecycle_rules').select('delay_hours').where('name', '=', 'stalled').execute()).toEqual([
		{ delay_hours: 504 },
	])
})

const seenIn = (text: string) => /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? ''

test('the text of an automation is saved as a draft, which its test and preview show before it is published', async () => {
	const { wire, operator, world } = await openAutomation()
	const seen = seenIn(await textOf(operator))
	const saved = await operator.post(`${PATH}/text`, { seen, subject: 'Still there?', body: '**Hello**, it costs {price}.' })
	expect(saved.to).toContain('content-saved')
	const text = await textOf(operator)
	expect(text).toContain('Still there?')
	expect(text).toContain('/admin/content/publish')
	expect((await operator.get(`${PATH}/preview`)).text).toMatch(/<strong>Hello<\/strong>, it costs \$\d/)
	await operator.post(`${PATH}/test`)
	await world.subscribe()
	await world.order()
	wire.clock.advance(25 * HOUR_MS)
	expect(await world.send()).toBe(1)
	const mails = await wire.deps.db.selectFrom('outbox_messages').select('subject').orderBy('id').execute()
	expect(mails).toEqual([{ subject: 'Test: Still there?' }, { subject: 'Your checkout is still open' }])
})

test('what can’t be emailed isn’t saved, and the live preview says why', async () => {
	const { operator } = await openAutomation()
	const seen = seenIn(await textOf(operator))
	for (const [typed, message] of [
		[{ subject: '', body: 'Text' }, 'Enter a subject.'],
		[{ subject: 'Hi', body: ' ' }, 'Enter a text.'],
		[{ subject: 'Hi', body: '<b>Hi</b>' }, 'Emails can’t contain HTML.'],
		[{ subject: 'Hi', body: 'x'.repeat(5001) }, 'Use at most 5,000 characters'],
		[{ subject: 'Hi', body: 'Only {prise}' }, 'prise'],
	] as const) {
		const refused = await operator.post(`${PATH}/text`, { seen, ...typed })
		expect([refused.status, refused.text.includes(message)]).toEqual([422, true])
	}
	const live = await operator.post(`${PATH}/preview`, { subject: 'Hi', body: '<b>Hi</b>' }, { accept: 'application/json' })
	expect(JSON.parse(live.text)).toMatchObject({ problem: expect.stringContaining('HTML') as string })
})

test('of two people who edit a text, the second learns of the first; other automations’ texts don’t matter', async () => {
	const { operator } = await openAutomation()
	const seen = seenIn(await textOf(operator))
	const save = (name: string, subject: string, from = seen) =>
		operator.post(`/admin/lifecycle/${name}/text`, {
			seen: from,
			subject,
			body: 'Text',
			form_id: `-admin-lifecycle-${name}-text`,
			form_page: `/admin/lifecycle/${name}`,
		})
	expect((await save('finished', 'Other text', seenIn((await operator.get('/admin/lifecycle/finished')).text))).status).toBe(303)
	expect((await save('unpaid-checkout', 'Mine')).status).toBe(303)
	const refused = await save('unpaid-checkout', 'Yours')
	expect([refused.status, refused.text.includes('Someone changed this text in the meantime')]).toEqual([409, true])
	expect((await save('unpaid-checkout', 'Yours', seenIn(refused.text))).status).toBe(303)
	expect(await textOf(operator)).toContain('Yours')
	expect((await operator.get('/admin/lifecycle/finished')).text).toContain('Other text')
})

const autosave = (operator: Operator, name: string, fields: Record<string, string>) =>
	operator.post(`/admin/lifecycle/${name}/autosave`, fields, { accept: 'application/json' })

test('an automation’s text is autosaved as a draft, which isn’t sent, and only the first of a series is logged', async () => {
	const { wire, operator, world } = await openAutomation()
	let seen = seenIn(await textOf(operator))
	for (const subject of ['Still', 'Still there?']) {
		const saved = await autosave(operator, 'unpaid-checkout', { seen, subject, body: 'Text' })
		expect(saved.status).toBe(200)
		seen = (JSON.parse(saved.text) as { base: string }).base
		wire.clock.advance(1000)
	}
	expect(seenIn(await textOf(operator))).toBe(seen)
	const refused = await autosave(operator, 'unpaid-checkout', { seen, subject: 'Still there?', body: '' })
	expect([refused.status, JSON.parse(refused.text)]).toMatchObject([422, { message: 'Enter a text.' }])
	await world.subscribe()
	await world.order()
	wire.clock.advance(25 * HOUR_MS)
	expect(await world.send()).toBe(1)
	const mails = await wire.deps.db.selectFrom('outbox_messages').select('subject').execute()
	expect(mails).toEqual([{ subject: 'Your checkout is still open' }])
	expect(await wire.deps.db.selectFrom('operator_actions').select('action').execute()).toEqual([{ action: 'content_saved' }])
})

test('autosaves of two automations in turn are no conflict, nor is a save whose response was lost; another text is', async () => {
	const { wire, operator } = await openAutomation()
	const start = seenIn(await textOf(operator))
	const mine = { subject: 'Mine', body: 'Text' }
	expect((await autosave(operator, 'unpaid-checkout', { ...mine, seen: start })).status).toBe(200)
	const other = seenIn((await operator.get('/admin/lifecycle/finished')).text)
	expect((await autosave(operator, 'finished', { subject: 'Other', body: 'Text', seen: other })).status).toBe(200)
	const again = await autosave(operator, 'unpaid-checkout', { ...mine, seen: start })
	const { base: seen } = JSON.parse(again.text) as { base: string }
	const last = await autosave(operator, 'unpaid-checkout', { ...mine, body: 'More text', seen })
	expect(last.status).toBe(200)
	const colleague = await openConsoleAs(wire, 'operator', 'second@academy.test')
	const conflict = await autosave(colleague, 'unpaid-checkout', { subject: 'Theirs', body: 'Text', seen })
	expect([conflict.status, JSON.parse(conflict.text)]).toMatchObject([409, { base: (JSON.parse(last.text) as { base: string }).base }])
})

test('two automations’ texts saved at the same moment are no conflict', async () => {
	const { operator } = await openAutomation()
	const names = ['unpaid-checkout', 'finished', 'stalled']
	const seen = await Promise.all(names.map(async (name) => seenIn((await operator.get(`/admin/lifecycle/${name}`)).text)))
	const saved = await Promise.all(names.map((name, at) => autosave(operator, name, { seen: seen[at] ?? '', subject: name, body: 'Text' })))
	expect(saved.map(({ status }) => status)).toEqual([200, 200, 200])
	for (const name of names) expect((await operator.get(`/admin/lifecycle/${name}`)).text).toContain(`value="${name}"`)
})
