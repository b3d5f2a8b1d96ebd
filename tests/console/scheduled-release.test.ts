import { expect, test } from 'vitest'

import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { listReleases, readCurrent } from '#server/services/operations/releases/read-releases.ts'
import { runTimedJob } from '#tests/setup/run-due-jobs.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const HOME = 'marketing/home.json'
const SITE = 'site.json'
const OFFERS = 'offers.json'
const PAGE = '/admin/content/publish'
const SCHEDULE = '/admin/content/schedule'
const MINUTE_MS = 60_000
const newHome = (word: string) => originOf(HOME).replace('"subtitle": "', `"subtitle": "${word} `)
const named = (name: string) => originOf(SITE).replace('"name": "', `"name": "${name} `)

async function open() {
	const wire = await startWire()
	const { deps, clock } = wire
	const operator = await openConsoleAs(wire, 'operator')
	const zone = deps.content.site.timeZone ?? 'America/New_York'
	/** Formats a time as a datetime-local field does. */
	const inMinutes = (minutes: number) =>
		new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
			.format(clock.now().getTime() + minutes * MINUTE_MS)
			.replace(' ', 'T')
	const schedule = (minutes: number, fields: Record<string, string> = {}) =>
		operator.post(SCHEDULE, { form_id: '-admin-content-schedule', form_page: PAGE, due_at: inMinutes(minutes), ...fields })
	const work = () => runTimedJob(deps, 'publish-scheduled')
	const alerts = () => deps.db.selectFrom('operator_alerts').select(['kind', 'facts']).execute()
	const shown = async () => (await operator.get(PAGE)).text
	const read = (file: string) => readPublic(wire, file)
	const publishElsewhere = async (edits: Record<string, string | null>) => {
		const current = await readCurrent(deps.db)
		const release = { base: current?.number ?? null, edits: { ...current?.edits, ...edits }, note: '', authorId: null, versions: [] }
		await publishRelease(deps, release)
	}
	return { wire, deps, clock, operator, schedule, work, alerts, shown, read, publishElsewhere, db: deps.db }
}

test('scheduled drafts are published at their time, as they were when scheduled', async () => {
	const { clock, operator, schedule, work, read, shown, db } = await open()
	await saveText(operator, HOME, newHome('First'))
	expect((await schedule(10)).to).toBe(`${PAGE}?notice=content-scheduled`)
	expect(await shown()).toContain('Changes to 1 text are scheduled.')
	await saveText(operator, HOME, newHome('Second'))
	await saveText(operator, SITE, named('New'))

	clock.advance(8 * MINUTE_MS)
	await work()
	expect([await read(HOME), await listReleases(db, 1)]).toEqual([null, []])
	clock.advance(2 * MINUTE_MS)
	await work()
	expect([await read(HOME), await read(SITE)]).toEqual([newHome('First'), null])
	expect((await listReleases(db, 10)).map(({ number, note }) => [number, note])).toEqual([[1, 'Scheduled']])
	// Later changes stay a draft, and publishing runs only once.
	await work()
	expect(await listReleases(db, 10)).toHaveLength(1)
	const page = await shown()
	expect([page.includes('are scheduled'), page.includes('Second '), page.includes('Site name, support address')]).toEqual([
		false,
		true,
		true,
	])
	await publish(operator, { code: operator.code() })
	expect([await read(HOME), await read(SITE)]).toEqual([newHome('Second'), named('New')])
})

test('only the chosen drafts are scheduled, and a new schedule takes over those of the one before', async () => {
	const { clock, operator, schedule, work, read, shown, db } = await open()
	await saveText(operator, HOME, newHome('Friday'))
	await saveText(operator, SITE, named('New'))
	const choose = { choose: 'drafts' }
	expect((await schedule(10, choose)).text).toContain('Select at least one draft to publish.')
	const drafts = await db.selectFrom('content_versions').select(['id', 'path']).execute()
	const box = (file: string) => ({ [`draft-${drafts.find(({ path }) => path === file)?.id ?? ''}`]: 'on' })
	expect(await shown()).toContain(`id="schedule-${drafts[0]?.id ?? ''}"`)
	expect((await schedule(10, { ...choose, ...box(HOME) })).status).toBe(303)
	expect((await schedule(20, choose)).status).toBe(303)
	clock.advance(15 * MINUTE_MS)
	await work()
	expect([await read(HOME), await read(SITE)]).toEqual([null, null])
	clock.advance(6 * MINUTE_MS)
	await work()
	expect([await read(HOME), await read(SITE)]).toEqual([newHome('Friday'), null])
})

test('a schedule can be replaced and canceled, and then nothing is published', async () => {
	const { clock, operator, schedule, work, read, shown, db } = await open()
	await saveText(operator, HOME, newHome('First'))
	await schedule(10)
	await schedule(20)
	const idIn = (text: string) => /name="schedule" value="([^"]+)"/.exec(text)?.[1] ?? ''
	const id = idIn(await shown())
	clock.advance(12 * MINUTE_MS)
	await work()
	expect(await read(HOME)).toBeNull()
	const cancel = (schedule: string) => operator.post(`${SCHEDULE}/cancel`, { schedule })
	expect((await cancel(id)).to).toContain('content-unscheduled')
	for (const gone of [id, 'x', '']) expect((await cancel(gone)).to).toContain('content-schedule-gone')
	clock.advance(12 * MINUTE_MS)
	await work()
	expect([await read(HOME), (await shown()).includes('are scheduled')]).toEqual([null, false])
	const done = await db.selectFrom('operator_actions').select('action').orderBy('id').execute()
	expect(done.map(({ action }) => action)).toEqual(['content_saved', 'content_scheduled', 'content_scheduled', 'content_unscheduled'])
})

test('errors, unusual amounts and invalid or past times are refused in place, and nothing is scheduled', async () => {
	const { operator, schedule, wire } = await open()
	expect((await schedule(10)).text).toContain('There are no drafts to publish.')
	await saveText(operator, OFFERS, originOf(OFFERS).replace('"amountCents": 4700', '"amountCents": 59'))
	const asked = await schedule(10)
	expect([asked.status, asked.text.includes('$47.00 becomes $0.59')]).toEqual([422, true])
	const confirmed = /name="confirmed" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
	for (const due_at of ['', 'soon', '2026-02-30T10:00']) {
		const { status, text } = await schedule(10, { confirmed, due_at })
		expect([status, text.includes('isn’t a date')]).toEqual([422, true])
	}
	const late = await schedule(-10, { confirmed })
	expect([late.status, late.text.includes('This time has passed.')]).toEqual([422, true])
	await saveText(operator, HOME, originOf(HOME).replace('"href": "/blog"', '"href": "/nowhere"'))
	expect((await schedule(10, { confirmed })).text).toContain('/nowhere isn’t a page of your site')
	expect(await wire.countRows('scheduled_releases')).toBe(0)
	await saveText(operator, HOME, originOf(HOME))
	expect((await schedule(10, { confirmed })).status).toBe(303)
})

test('a scheduled publication keeps a release published meanwhile and changes only its own files', async () => {
	const { clock, operator, schedule, work, read, publishElsewhere, alerts, db } = await open()
	await saveText(operator, HOME, newHome('First'))
	await schedule(10)
	await publishElsewhere({ [SITE]: named('Other') })
	clock.advance(11 * MINUTE_MS)
	await work()
	expect([await read(HOME), await read(SITE)]).toEqual([newHome('First'), named('Other')])
	expect([(await readCurrent(db))?.number, await alerts()]).toEqual([2, []])
})

test('a scheduled draft already published by another release isn’t published twice', async () => {
	const { clock, operator, schedule, work, db, alerts, publishElsewhere } = await open()
	await saveText(operator, HOME, newHome('First'))
	await schedule(10)
	await publishElsewhere({ [HOME]: newHome('First') })
	const [version] = await db.selectFrom('content_versions').select('published_at').execute()
	clock.advance(11 * MINUTE_MS)
	await work()
	expect([(await readCurrent(db))?.number, await alerts()]).toEqual([1, []])
	expect(await db.selectFrom('content_versions').select('published_at').execute()).toEqual([version])
})

test('of several scheduled drafts, one already published by another release keeps its date', async () => {
	const { deps, clock, operator, schedule, work, db } = await open()
	await saveText(operator, HOME, newHome('First'))
	await saveText(operator, SITE, named('New'))
	await schedule(10)
	const read = (path: string) =>
		db.selectFrom('content_versions').select(['id', 'published_at']).where('path', '=', path).executeTakeFirstOrThrow()
	const versions = [(await read(HOME)).id]
	await publishRelease(deps, { base: null, edits: { [HOME]: newHome('First') }, note: '', authorId: null, versions })
	const published = await read(HOME)
	clock.advance(11 * MINUTE_MS)
	await work()
	expect([published.published_at, (await read(SITE)).published_at]).not.toContain(null)
	expect(await read(HOME)).toEqual(published)
})

test.each([
	{
		what: 'a file that another release has changed since',
		elsewhere: { [HOME]: newHome('Other') },
		problem: `content/${HOME}: another release has changed this file since`,
	},
	{
		what: 'a link to an article that another release has made faulty',
		elsewhere: { [SITE]: '{' },
		problem: `content/${SITE}:1: `,
	},
])('$what cancels the schedule: nothing is published, and the operator is alerted', async ({ elsewhere, problem }) => {
	const { clock, operator, schedule, work, db, publishElsewhere, alerts, shown } = await open()
	await saveText(operator, HOME, newHome('First'))
	await schedule(10)
	await publishElsewhere(elsewhere)
	clock.advance(11 * MINUTE_MS)
	await work()
	await work()
	expect((await readCurrent(db))?.edits).toEqual(elsewhere)
	const facts = expect.objectContaining({ problem: expect.stringContaining(problem) })
	expect(await alerts()).toEqual([{ kind: 'scheduled_release_failed', facts }])
	const text = await shown()
	expect(text).toContain('Scheduled changes to 1 text weren’t published.')
	expect(text).toContain(problem)
	expect(text).toContain('First ')
})

const TERMS = 'legal/terms.md'

test('scheduling terms requires the second factor again, canceling doesn’t', async () => {
	const { clock, operator, schedule, shown, wire } = await open()
	await saveText(operator, TERMS, `${originOf(TERMS)}\nMore.\n`)
	clock.advance(11 * MINUTE_MS)
	expect((await schedule(10)).status).toBe(422)
	expect(await wire.countRows('scheduled_releases')).toBe(0)
	expect((await schedule(10, { code: operator.code() })).status).toBe(303)
	clock.advance(6 * MINUTE_MS)
	const id = /name="schedule" value="([^"]+)"/.exec(await shown())?.[1] ?? ''
	expect((await operator.post(`${SCHEDULE}/cancel`, { schedule: id })).to).toContain('content-unscheduled')
})

test('publishing leaves out scheduled drafts and says so', async () => {
	const { clock, operator, schedule, work, read, shown } = await open()
	await saveText(operator, HOME, newHome('Friday'))
	await schedule(10)
	expect(await shown()).toContain('All drafts are scheduled.')
	expect((await operator.post(PAGE)).status).toBe(409)
	await saveText(operator, SITE, named('New'))
	const page = await shown()
	expect([page.includes('New '), page.includes('Friday ')]).toEqual([true, false])
	await publish(operator)
	expect([await read(SITE), await read(HOME)]).toEqual([named('New'), null])
	clock.advance(10 * MINUTE_MS)
	await work()
	expect([await read(SITE), await read(HOME)]).toEqual([named('New'), newHome('Friday')])
})
