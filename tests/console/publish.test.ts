// regression publish-races
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { readReleaseChanges } from '#server/console/content/read-release-changes.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { systemContext } from '#server/services/context.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { listReleases, readCurrent } from '#server/services/operations/releases/read-releases.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, baseIn, originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const HOME = 'marketing/home.json'
const SITE = 'site.json'
const OFFERS = 'offers.json'
const PAGE = '/admin/content/publish'
const newHome = (word: string) => originOf(HOME).replace('"subtitle": "', `"subtitle": "${word} `)
const named = (name: string) => originOf(SITE).replace('"name": "', `"name": "${name} `)
const withPrice = (cents: number) => originOf(OFFERS).replace('"amountCents": 4700', `"amountCents": ${cents}`)

async function open() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const read = (file: string) => readPublic(wire, file)
	const countDrafts = async () => (await operator.get('/admin/content')).text.match(/>draft</g)?.length ?? 0
	return { wire, operator, read, countDrafts, db: wire.deps.db }
}

const confirmedIn = (text: string) => (/name="confirmed" value="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&')

test('drafts are public once the form answers, in this process too, and the log names them', async () => {
	const { wire, operator, read, db } = await open()
	await saveText(operator, SITE, named('New'))
	const answer = await operator.post(PAGE)
	expect([answer.status, answer.to]).toEqual([303, expect.stringMatching(/\/admin\/content\/publish\?published=\d+$/)])
	expect(await read(SITE)).toBe(named('New'))
	expect([wire.deps.content.site.name, wire.deps.published.number]).toEqual(['New Launchway', 1])
	expect((await operator.get(answer.to)).text).toMatch(/<a href="\/">View site<\/a>[^]*No unpublished changes\./)
	const done = await db
		.selectFrom('operator_actions')
		.select(['action', 'object_id', 'after'])
		.where('action', '=', 'content_published')
		.execute()
	expect(done).toEqual([{ action: 'content_published', object_id: 'release 1', after: { files: [SITE], release: 1 } }])
	expect(await publish(operator)).toContain('There are no drafts to publish.')
})

test('prices are entered in dollars, and one that looks mistyped needs a confirmation', async () => {
	const { operator, read } = await open()
	expect((await operator.get(addressOf(OFFERS))).text).toMatch(/name="s\/offers\/0\/amountCents"[^>]* value="47\.00"/)
	await saveText(operator, OFFERS, withPrice(59))
	const page = (await operator.get(PAGE)).text
	expect(page).toContain('$47.00 becomes $0.59')
	const refused = await publish(operator)
	expect(refused).toContain('Check the prices, then publish or schedule again to confirm them.')
	expect(confirmedIn(refused)).toBe(confirmedIn(page))
	expect(await read(OFFERS)).toBeNull()

	await saveText(operator, OFFERS, withPrice(9))
	expect(await publish(operator, { confirmed: confirmedIn(page) })).toContain('$47.00 becomes $0.09')
	expect(await read(OFFERS)).toBeNull()

	await publish(operator, { confirmed: confirmedIn((await operator.get(PAGE)).text) })
	expect(await read(OFFERS)).toBe(withPrice(9))
	// The old price now looks unusual, compared with the public one.
	await saveText(operator, OFFERS, withPrice(8))
	expect((await operator.get(PAGE)).text).toContain('$0.09 becomes $0.08')
	await saveText(operator, OFFERS, withPrice(4700))
	expect((await operator.get(PAGE)).text).toContain('$0.09 becomes $47.00')
})

test('rolling back to an unusual price needs a confirmation', async () => {
	const { operator, read } = await open()
	await saveText(operator, OFFERS, withPrice(5900))
	await publish(operator)
	await saveText(operator, OFFERS, withPrice(12_000))
	await publish(operator, { confirmed: confirmedIn((await operator.get(PAGE)).text) })
	const refused = await publish(operator, { release: '1' })
	expect(refused).toContain('$120.00 becomes $59.00')
	expect(await read(OFFERS)).toBe(withPrice(12_000))
	await publish(operator, { release: '1', confirmed: confirmedIn(refused) })
	expect(await read(OFFERS)).toBe(withPrice(5900))
})

test('a dead link blocks publishing and links to its field', async () => {
	const { operator, read, countDrafts } = await open()
	const dead = originOf(HOME).replace('"href": "/blog"', '"href": "/nowhere"')
	await saveText(operator, HOME, dead)
	await saveText(operator, SITE, named('New'))
	const refused = await publish(operator)
	expect(refused).toMatch(
		/href="\/admin\/content\/file\?path=marketing%2Fhome\.json&amp;at=[^"]*#f-[^"]*-href"[^>]*>Home › [^<]* › (?:Link|Href)<\/a>: \/nowhere isn’t a page of your site/,
	)
	expect([await read(HOME), await read(SITE), await countDrafts()]).toEqual([null, null, 2])
})

test('only one of several simultaneous publications is carried out', async () => {
	const { operator, db } = await open()
	await saveText(operator, HOME, newHome('First'))
	const answers = await Promise.all([1, 2, 3, 4].map(() => operator.post(PAGE)))
	expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
	expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
	expect(await listReleases(db, 10)).toHaveLength(1)
})

test('a draft replaced by an autosave during the check is not published in either version', async () => {
	const { wire, operator, countDrafts, db } = await open()
	const autosave = (word: string, base: string) =>
		operator.post('/admin/content/autosave', { path: HOME, as: 'text', text: newHome(word), base })
	const { base } = JSON.parse((await autosave('First', '')).text) as { base: string }
	const check = vi.spyOn(wire.deps.published, 'requireValid').mockImplementationOnce(async () => {
		expect((await autosave('Second', base)).status).toBe(200)
	})
	expect(await publish(operator)).toContain('A draft was saved in the meantime.')
	check.mockRestore()
	expect([await listReleases(db, 10), await countDrafts()]).toEqual([[], 1])
	await publish(operator)
	expect([await readPublic(wire, HOME), await countDrafts()]).toEqual([newHome('Second'), 0])
})

test('a release published by another process during the check stays, and this publication is refused', async () => {
	const { wire, operator, read, countDrafts, db } = await open()
	await saveText(operator, HOME, newHome('First'))
	const { published } = wire.deps
	const check = vi.spyOn(published, 'requireValid').mockImplementationOnce(async () => {
		await publishRelease(wire.deps, { base: null, edits: {}, note: '', authorId: null, versions: [] })
	})
	expect(await publish(operator)).toContain('Another release was published in the meantime.')
	check.mockRestore()
	expect([(await readCurrent(db))?.edits, await read(HOME), await countDrafts()]).toEqual([{}, null, 1])
	await publish(operator)
	expect(await read(HOME)).toBe(newHome('First'))
})

test('if the activity log can’t be written, nothing is published', async () => {
	const { operator, read, countDrafts, db, wire } = await open()
	await saveText(operator, SITE, named('New'))
	await sql`alter table operator_actions add check (action <> 'content_published') not valid`.execute(db)
	const { status, text } = await operator.post(PAGE)
	expect([status, text.includes('Nothing was changed')]).toEqual([500, true])
	expect([await read(SITE), await countDrafts(), wire.deps.content.site.name]).toEqual([null, 1, 'Launchway'])
})

test('a process that can’t load the release reports that it is published but not served here', async () => {
	const { wire, operator, read } = await open()
	await saveText(operator, HOME, newHome('First'))
	const loadNewest = vi.spyOn(wire.deps.published, 'loadNewest').mockRejectedValueOnce(new Error('no memory'))
	const text = await publish(operator)
	loadNewest.mockRestore()
	expect(text).toContain('Release 1 is published, but this server doesn’t serve it yet.')
	expect(text).toContain('It still serves the original site')
	expect(await read(HOME)).toBe(newHome('First'))
	expect(wire.logLines.some((line) => line.includes('cannot serve it yet') && line.includes('no memory'))).toBe(true)
	await wire.deps.published.loadNewest()
	expect((await operator.get(PAGE)).text).not.toContain('doesn’t serve it yet')
})

test('a draft saved while its earlier version is being published stays a draft', async () => {
	const { wire, operator, read, countDrafts, db } = await open()
	await saveText(operator, HOME, newHome('First'))
	const reached = Promise.withResolvers<void>()
	const checked = Promise.withResolvers<void>()
	const check = vi.spyOn(wire.deps.published, 'requireValid').mockImplementationOnce(() => {
		reached.resolve()
		return checked.promise
	})
	const publishing = operator.post(PAGE)
	await reached.promise
	const base = baseIn((await operator.get(`${addressOf(HOME)}&as=text`)).text)
	const answers = await Promise.all(['Second', 'Third', 'Fourth'].map((word) => saveText(operator, HOME, newHome(word), base)))
	expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['303', '409', '409'])
	checked.resolve()
	expect((await publishing).status).toBe(303)
	check.mockRestore()
	expect([await read(HOME), await countDrafts()]).toEqual([newHome('First'), 1])
	const versions = await db.selectFrom('content_versions').select('published_at').where('path', '=', HOME).orderBy('id').execute()
	expect(versions.map(({ published_at: at }) => at !== null)).toEqual([true, false])
})

test('rolling back creates a new release with its texts in the history; an identical or unknown release is refused', async () => {
	const { operator, read, countDrafts, db } = await open()
	await saveText(operator, HOME, newHome('First'))
	await publish(operator)
	await saveText(operator, HOME, newHome('Second'))
	await saveText(operator, SITE, named('New'))
	await publish(operator)
	await saveText(operator, OFFERS, withPrice(5900))

	expect((await operator.get(PAGE)).text).toMatch(/name="release" value="1"/)
	await publish(operator, { release: '1' })
	expect([await read(HOME), await read(SITE), await read(OFFERS)]).toEqual([newHome('First'), null, null])
	expect(await readCurrent(db)).toEqual({ number: 3, edits: { [HOME]: newHome('First'), [SITE]: null } })
	expect((await listReleases(db, 10)).map(({ number, note }) => [number, note])).toEqual([
		[3, 'Release 1 again'],
		[2, ''],
		[1, ''],
	])
	// The editor shows the text that is now public, and other drafts stay drafts.
	expect((await operator.get(`${addressOf(HOME)}&as=text`)).text).toContain('First ')
	expect(await countDrafts()).toBe(1)

	const refused = await operator.post(PAGE, { release: '3' })
	expect([refused.status, refused.text.includes('The public site already matches this release.')]).toEqual([409, true])
	for (const odd of ['9', '-1', '1e99', 'x']) expect((await operator.post(PAGE, { release: odd })).status).toBe(404)
	expect((await readCurrent(db))?.number).toBe(3)
	await publish(operator, { release: '2' })
	expect([await read(HOME), await read(SITE)]).toEqual([newHome('Second'), named('New')])
})

test('a file removed by an upgrade is left out of publications and rollbacks', async () => {
	const { wire, operator, db } = await open()
	const release = { base: null, note: '', authorId: null, versions: [] }
	const number = await publishRelease(wire.deps, { ...release, edits: { 'marketing/gone.json': '{}', [HOME]: newHome('First') } })
	await saveText(operator, HOME, newHome('Second'))
	await publish(operator)
	expect((await readCurrent(db))?.edits).toEqual({ 'marketing/gone.json': null, [HOME]: newHome('Second') })
	await publish(operator, { release: String(number) })
	expect((await readCurrent(db))?.edits).toEqual({ 'marketing/gone.json': null, [HOME]: newHome('First') })
})

test('any two releases can be compared by file and field, the earlier one first', async () => {
	const { operator, wire } = await open()
	await saveText(operator, HOME, newHome('First'))
	await publish(operator)
	await saveText(operator, SITE, named('New'))
	await publish(operator)
	expect((await operator.get(PAGE)).text).toContain('/admin/content/releases?from=1&amp;to=2')
	const compare = async (from: string, to: string) => {
		const { status, text } = await operator.get(`/admin/content/releases?from=${from}&to=${to}`)
		return [status, text.includes('>Site name, support address and social networks<'), text.includes('First ')]
	}
	expect(await compare('1', '2')).toEqual([200, true, false])
	expect(await compare('0', '2')).toEqual([200, true, true])
	expect(await compare('0', '1')).toEqual([200, false, true])
	const url = new URL('http://localhost/?from=1&to=2')
	const { changes } = await readReleaseChanges({ ctx: systemContext(wire.deps, 'test'), url } as ConsoleRequest)
	const name = String((JSON.parse(originOf(SITE)) as { name: string }).name)
	expect(changes[0]?.changes).toMatchObject([{ before: name, after: `New ${name}` }])
	expect((await operator.get('/admin/content/releases?from=2&to=2')).text).toContain('No differences.')
	for (const odd of ['', '9', '-1', 'x']) expect((await compare(odd, '1'))[0]).toBe(404)
})

test('a form publishes only what its page showed; after another draft or release it is refused with the current state', async () => {
	const wire = await startWire()
	const [operator, other] = [await openConsoleAs(wire, 'operator'), await openConsoleAs(wire, 'operator', 'other@academy.test')]
	/** Hidden fields of the Publish or restore form. */
	const shownIn = (text: string, form: string) =>
		text
			.split('<form')
			.find((each) => each.includes(`value="-admin-content-${form}"`))
			?.match(/name="shown" value="([^"]*)"/)?.[1] ?? ''
	const open = async (form = 'publish') => ({
		shown: shownIn((await operator.get(PAGE)).text, form),
		form_id: `-admin-content-${form}`,
		form_page: PAGE,
	})
	await saveText(operator, HOME, newHome('Mine'))
	const seen = await open()
	await saveText(other, OFFERS, originOf(OFFERS).replace('4700', '4900'))
	const refused = await operator.post(PAGE, seen)
	expect([refused.status, refused.text.includes('Drafts or releases changed after you opened this page.')]).toEqual([409, true])
	expect(await readPublic(wire, HOME)).toBeNull()
	expect((await operator.post(PAGE, await open())).status).toBe(303)
	expect(await readPublic(wire, OFFERS)).toContain('4900')

	await saveText(operator, HOME, newHome('Second'))
	await publish(operator)
	const back = { ...(await open('publish-release-1')), release: '1' }
	expect(back.shown).toBe('2')
	await saveText(other, HOME, newHome('Third'))
	await publish(other)
	expect((await operator.post(PAGE, back)).status).toBe(409)
	expect(await readPublic(wire, HOME)).toBe(newHome('Third'))
})

test('a published value that became unknown is a warning, but a draft can’t add another', async () => {
	const { wire, operator } = await open()
	const old = newHome('Write about {topic}.')
	await publishRelease(wire.deps, { base: null, edits: { [HOME]: old }, note: '', authorId: null, versions: [] })
	await wire.deps.published.loadNewest()
	expect((await operator.get('/admin/content/publish')).text).toMatch(
		/Visitors will see these placeholders as typed\.[\s\S]*<a href="\/admin\/content\/file\?path=marketing%2Fhome\.json[^"]*"[^>]*>Home › Top of the page › Line below the title<\/a>: [^<]*\{topic\}/,
	)
	await saveText(operator, SITE, named('New'))
	expect(await publish(operator)).toContain('Published')
	await saveText(operator, HOME, old.replace('about {topic}.', 'about {topic} and {wishes}.'))
	expect(await publish(operator)).toContain('has {wishes}, which is not a placeholder')
	expect(await readPublic(wire, HOME)).toBe(old)
	await saveText(operator, HOME, old.replace('about {topic}.', 'about {topic}, and {topic} again.'))
	expect(await publish(operator)).toContain('has {topic}, which is not a placeholder')
	await saveText(operator, HOME, old.replace('about {topic}.', 'about {topic} or so.'))
	expect(await publish(operator)).toContain('Published')
})
