import { expect, test } from 'vitest'

import { openAutomationWorld } from '#tests/factories/lifecycle.ts'
import { runDueJobs, runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { publish } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ADD = { title: 'Second email', trigger: 'welcome', delay: '9', unit: 'day' }
const seenIn = (text: string) => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** Opens a site with an automation that the operator added, off and without a text. */
async function openAdded() {
	const wire = await startWire()
	wire.clock.advance(((17 - wire.clock.now().getUTCHours() + 24) % 24) * HOUR_MS)
	const operator = await openConsoleAs(wire, 'operator')
	const path = (await operator.post('/admin/lifecycle/new', ADD)).to.split('?')[0] ?? ''
	const write = async (fields: object) =>
		operator.post(`${path}/text`, { seen: seenIn((await operator.get(path)).text), subject: 'Week two', body: 'Hello again', ...fields })
	const send = async () => {
		await runTimedJob(wire.deps, 'send-newsletter')
		await runDueJobs(wire.deps)
		return (
			await wire.deps.db.selectFrom('outbox_messages').select(['subject', 'status']).where('template', '=', 'newsletter.letter').execute()
		).map(({ subject, status }) => `${subject} ${status}`)
	}
	return { wire, operator, path, write, send }
}

test('an added automation makes a series: it emails once, after its own delay, from its own text', async () => {
	const { wire, operator, path, write, send } = await openAdded()
	expect(path).toMatch(/^\/admin\/lifecycle\/second-email-[\da-f]{6}$/)
	const list = (await operator.get('/admin/lifecycle')).text
	expect(list).toMatch(/New subscriber.*2 days after someone subscribes.*Second email.*needs a text.*9 days after someone subscribes/s)
	expect((await operator.post(path, { on: 'yes' })).text).toContain('Write and publish its text first.')
	expect((await write({})).to).toContain('content-saved')
	await publish(operator)
	expect((await operator.post(path, { on: 'yes' })).to).toContain('lifecycle-on')
	await openAutomationWorld('welcome', wire).then(({ subscribe }) => subscribe())
	wire.clock.advance(2 * DAY_MS + HOUR_MS)
	const first = await send()
	expect(first).toHaveLength(1)
	wire.clock.advance(7 * DAY_MS)
	expect((await send()).toSorted()).toEqual([...first, 'Week two sent'].toSorted())
	wire.clock.advance(7 * DAY_MS)
	expect(await send()).toHaveLength(2)
})

test('a queued email of a deleted automation isn’t sent, and the file loses its text with the next save', async () => {
	const { wire, operator, path, write, send } = await openAdded()
	await write({})
	await publish(operator)
	await operator.post(path, { on: 'yes' })
	const rule = await openAutomationWorld('certificate', wire)
	await rule.subscribe()
	wire.clock.advance(9 * DAY_MS + HOUR_MS)
	expect(await rule.send()).toBe(1)
	const again = await openConsoleAs(wire, 'operator', 'second@academy.test')
	expect((await again.post(`${path}/delete`)).to).toContain('lifecycle-deleted')
	expect(await send()).toEqual(['Week two suppressed'])
	expect((await again.get(path)).status).toBe(404)
	const other = '/admin/lifecycle/stalled'
	await again.post(`${other}/text`, { subject: 'Other', body: 'Text', seen: seenIn((await again.get(other)).text) })
	const { body } = await wire.deps.db.selectFrom('content_versions').select('body').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
	const texts = JSON.parse(body ?? '') as Record<string, unknown>
	expect([texts['stalled'], texts['own']]).toEqual([{ subject: 'Other', body: 'Text' }, undefined])
})

test('a form that is sent twice at once adds one automation, which can’t be turned on without a text', async () => {
	const { operator, path } = await openAdded()
	const sent = await Promise.all(['', ''].map(() => operator.post('/admin/lifecycle/new', { ...ADD, title: 'Third email' })))
	expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 422])
	expect((await operator.get(path)).text).not.toContain('Turn on')
})

test('an automation’s name and delay can be changed, and those of the product can’t be deleted', async () => {
	const { operator, path, wire } = await openAdded()
	expect((await operator.post(`${path}/delay`, { title: 'Third email', delay: '16', unit: 'day' })).to).toContain('lifecycle-delayed')
	expect((await operator.get('/admin/lifecycle')).text).toMatch(/Third email.*16 days after someone subscribes/s)
	expect((await operator.post('/admin/lifecycle/welcome/delete')).status).toBe(422)
	expect((await operator.get('/admin/lifecycle')).text).toContain('New subscriber')
	expect((await operator.post(`${path}/delay`, { title: ' ', delay: '16', unit: 'day' })).text).toContain('Enter a name.')
	const support = await openConsoleAs(wire, 'support')
	expect([(await support.get('/admin/lifecycle/new')).status, (await support.post('/admin/lifecycle/new', ADD)).status]).toEqual([403, 403])
})

test.each([
	['no name', { title: ' ' }, 'Enter a name.'],
	['a long name', { title: 'x'.repeat(81) }, 'Use at most 80 characters.'],
	['an unknown event', { trigger: 'nothing' }, 'Choose an event.'],
	['another added automation as event', { trigger: 'second-email' }, 'Choose an event.'],
	['no delay', { delay: '' }, 'Enter a whole number'],
	['a delay that is too long', { delay: '31' }, 'Enter a whole number, for a delay from an hour to 30 days.'],
	['hours after an event known by the day', { trigger: 'certificate', delay: '36', unit: 'hour' }, 'Enter a whole number of days'],
	['the name of another one', { title: 'second EMAIL' }, 'Another automation has this name.'],
	['a control character', { title: '\0' }, 'Enter a name.'],
])('%s is refused, and input is kept', async (_, fields, words) => {
	const { operator } = await openAdded()
	const refused = await operator.post('/admin/lifecycle/new', { ...ADD, title: 'Third email', ...fields })
	expect([refused.status, refused.text.includes(words)]).toEqual([422, true])
	expect((await operator.get('/admin/lifecycle')).text.match(/>needs a text</g)).toHaveLength(1)
})
