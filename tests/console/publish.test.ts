import { sql } from 'kysely'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'

import type { SiteWorks } from '#server/adapters/site/port.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { listReleases, readCurrent } from '#server/services/operations/releases/read-releases.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, baseIn, originOf, publish, quickSite, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const LESSON = 'course/module-2/lessons/first-sale.md'
const HOME = 'marketing/home.json'
const SITE = 'site.json'
const OFFERS = 'offers.json'
const newHome = (word: string) => originOf(HOME).replace('"subtitle": "', `"subtitle": "${word} `)

const withPrice = (cents: number) => originOf(OFFERS).replace('"amountCents": 4700', `"amountCents": ${cents}`)

test('the price is typed in dollars, and a price that looks mistyped is published only once it was confirmed', async () => {
	const { site, read } = quickSite()
	const operator = await openConsoleAs(await startWire({ site }), 'operator')
	expect((await operator.get(addressOf(OFFERS))).text).toMatch(/name="s\/offers\/0\/amountCents"[^>]* value="47\.00"/)
	await saveText(operator, OFFERS, withPrice(59))
	const page = (await operator.get('/admin/content/publish')).text
	expect(page).toContain('$47.00 becomes $0.59')
	expect(await publish(operator)).toContain('$47.00 becomes $0.59. Look at the amounts, then confirm them.')
	expect(read(OFFERS)).toBeNull()

	const confirmed = /name="confirmed" value="([^"]+)"/.exec(page)?.[1] ?? ''
	await saveText(operator, OFFERS, withPrice(9))
	expect(await publish(operator, { confirmed })).toContain('$47.00 becomes $0.09. Look at the amounts, then confirm them.')
	expect(read(OFFERS)).toBeNull()

	const again = /name="confirmed" value="([^"]+)"/.exec((await operator.get('/admin/content/publish')).text)?.[1] ?? ''
	await publish(operator, { confirmed: again })
	expect(read(OFFERS)).toBe(withPrice(9))
	// Compared with what is public now, the old price is the unusual one.
	await saveText(operator, OFFERS, withPrice(8))
	expect((await operator.get('/admin/content/publish')).text).toContain('$0.09 becomes $0.08')
	await saveText(operator, OFFERS, withPrice(4700))
	expect((await operator.get('/admin/content/publish')).text).toContain('$0.09 becomes $47.00')
})

test('a copy that fails in the middle leaves every public text as it was, and the drafts are drafts', async () => {
	const { site, read } = quickSite()
	const operator = await openConsoleAs(await startWire({ site }), 'operator')
	await saveText(operator, HOME, newHome('First'))
	expect(await publish(operator)).toContain('There are no drafts.')
	// Nothing can be written where this folder stands.
	mkdirSync(path.join(site.edits, SITE, 'in-the-way'), { recursive: true })
	await saveText(operator, HOME, newHome('Second'))
	await saveText(operator, SITE, originOf(SITE).replace('"name": "', '"name": "New '))
	expect(await publish(operator)).toContain('EISDIR')
	expect(read(HOME)).toBe(newHome('First'))
	expect((await operator.get('/admin/content')).text.match(/>draft</g)).toHaveLength(2)
})

test('of publications that are asked for at once, one is begun', async () => {
	const checked = Promise.withResolvers<string[]>()
	const { site } = quickSite({ check: () => checked.promise })
	const operator = await openConsoleAs(await startWire({ site }), 'operator')
	const answers = await Promise.all([1, 2, 3, 4].map(() => operator.post('/admin/content/publish')))
	expect(answers.filter(({ to }) => to.endsWith('content-publishing'))).toHaveLength(1)
	checked.resolve([])
	await vi.waitFor(() => expect(site.retire).toHaveBeenCalledOnce(), { timeout: 20_000 })
})

test('once another process serves, this one ends its part, even when the end of the publication cannot be noted', async () => {
	const { site } = quickSite({
		takeOver: async () => void (await sql`alter table content_publications add check (step <> 'done') not valid`.execute(wire.deps.db)),
	})
	const wire = await startWire({ site })
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, HOME, newHome('First'))
	await publish(operator)
	await vi.waitFor(() => expect(site.retire).toHaveBeenCalledOnce(), { timeout: 20_000 })
})

test('a lesson stays public when the process that was to take over does not start', async () => {
	const { site, read } = quickSite({ takeOver: () => Promise.reject(new Error('it did not start')) })
	const operator = await openConsoleAs(await startWire({ site }), 'operator')
	await saveText(operator, LESSON, `${originOf(LESSON)}\nMore.`)
	expect(await publish(operator)).toContain('it did not start')
	expect(read(LESSON)).toContain('More.')
	expect((await operator.get('/admin/content')).text).not.toContain('>draft<')
	expect(site.retire).not.toHaveBeenCalled()
})

test('what was put into the folder of edits by hand is checked and built with the rest, and stays', async () => {
	const seen: boolean[] = []
	const look = async (edits: string) => {
		seen.push(existsSync(path.join(edits, 'company/about.json')))
		return []
	}
	const { site, read } = quickSite({ check: look, build: look })
	const operator = await openConsoleAs(await startWire({ site }), 'operator')
	mkdirSync(path.join(site.edits, 'company'), { recursive: true })
	writeFileSync(path.join(site.edits, 'company/about.json'), originOf('company/about.json'))
	await saveText(operator, HOME, newHome('First'))
	await publish(operator)
	expect([new Set(seen), read('company/about.json'), read(HOME)]).toEqual([
		new Set([true]),
		originOf('company/about.json'),
		newHome('First'),
	])
	expect([existsSync(`${site.edits}.next`), existsSync(`${site.edits}.last`)]).toEqual([false, false])
})

test('a text that is saved while its earlier draft is being published stays a draft, and is not public', async () => {
	const building = Promise.withResolvers<void>()
	const reached = Promise.withResolvers<void>()
	const { site, read } = quickSite({
		build: async () => {
			reached.resolve()
			await building.promise
			return []
		},
	})
	const wire = await startWire({ site })
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, HOME, newHome('First'))
	await operator.post('/admin/content/publish')
	await reached.promise
	expect((await saveText(operator, HOME, newHome('Second'))).status).toBe(303)
	expect((await saveText(operator, SITE, originOf(SITE).replace('"name": "', '"name": "New '))).status).toBe(303)
	building.resolve()
	await vi.waitFor(() => expect(site.retire).toHaveBeenCalledOnce(), { timeout: 20_000 })
	expect([read(HOME), read(SITE)]).toEqual([newHome('First'), null])
	expect((await operator.get('/admin/content')).text.match(/>draft</g)).toHaveLength(2)
	const versions = await wire.deps.db
		.selectFrom('content_versions')
		.select(['body', 'published_at'])
		.where('path', '=', HOME)
		.orderBy('id')
		.execute()
	expect(versions.map(({ published_at: at }) => at !== null)).toEqual([true, false])
	await publish(operator)
	await vi.waitFor(() => expect(read(HOME)).toBe(newHome('Second')), { timeout: 20_000 })
})

test('two people who save one text at once: one is kept, and the other is told, while a publication is at work', async () => {
	const checked = Promise.withResolvers<string[]>()
	const { site } = quickSite({ check: () => checked.promise })
	const wire = await startWire({ site })
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, HOME, newHome('First'))
	await operator.post('/admin/content/publish')
	const base = baseIn((await operator.get(`${addressOf(HOME)}&as=text`)).text)
	const answers = await Promise.all(['Second', 'Third', 'Fourth'].map((word) => saveText(operator, HOME, newHome(word), base)))
	expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['303', '409', '409'])
	checked.resolve([])
	await vi.waitFor(() => expect(site.retire).toHaveBeenCalledOnce(), { timeout: 20_000 })
})

test('an older release is made public again as a new one, with its texts in the history; what says the same, or is none, is refused', async () => {
	const { site, read } = quickSite()
	const wire = await startWire({ site })
	const operator = await openConsoleAs(wire, 'operator')
	const site2 = originOf(SITE).replace('"name": "', '"name": "New ')
	await saveText(operator, HOME, newHome('First'))
	await publish(operator)
	await saveText(operator, HOME, newHome('Second'))
	await saveText(operator, SITE, site2)
	await publish(operator)
	await saveText(operator, OFFERS, withPrice(5900))

	expect((await operator.get('/admin/content/publish')).text).toMatch(/name="release" value="1"/)
	await publish(operator, { release: '1' })
	expect([read(HOME), read(SITE), read(OFFERS)]).toEqual([newHome('First'), null, null])
	const { db } = wire.deps
	const current = await readCurrent(db)
	expect(current).toEqual({ number: 3, edits: { [HOME]: newHome('First'), [SITE]: null } })
	expect((await listReleases(db, 10)).map(({ number, note }) => [number, note])).toEqual([
		[3, 'Release 1 again'],
		[2, ''],
		[1, ''],
	])
	// The editor begins with what is public, and what was a draft is one still.
	expect((await operator.get(`${addressOf(HOME)}&as=text`)).text).toContain('First ')
	expect((await operator.get('/admin/content')).text.match(/>draft</g)).toHaveLength(1)

	expect(await publish(operator, { release: '3' })).toContain('What is public says the same already.')
	for (const odd of ['9', '-1', '1e99', 'x']) expect(await publish(operator, { release: odd })).toContain('There is no such release.')
	expect((await readCurrent(db))?.number).toBe(3)
	await publish(operator, { release: '2' })
	expect([read(HOME), read(SITE)]).toEqual([newHome('Second'), site2])
})

test('when the process that was to take over does not start, the release is withdrawn, and the log has both', async () => {
	const { site, read } = quickSite({ takeOver: () => Promise.reject(new Error('it did not start')) })
	const wire = await startWire({ site })
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, HOME, newHome('First'))
	expect(await publish(operator)).toContain('it did not start')
	expect([await readCurrent(wire.deps.db), read(HOME)]).toEqual([null, null])
	const done = await wire.deps.db.selectFrom('operator_actions').select('action').orderBy('id').execute()
	expect(done.map(({ action }) => action)).toEqual(['content_saved', 'content_published', 'content_withdrawn'])
})

test('a release that another process published meanwhile stays, and this publication is refused', async () => {
	const { site, read } = quickSite({
		build: async () => {
			await publishRelease(wire.deps, { base: null, edits: {}, note: '', authorId: null, versions: [] })
			return []
		},
	})
	const wire = await startWire({ site })
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, HOME, newHome('First'))
	expect(await publish(operator)).toContain('Another release was published meanwhile.')
	expect([(await readCurrent(wire.deps.db))?.edits, read(HOME)]).toEqual([{}, null])
	expect((await operator.get('/admin/content')).text).toContain('>draft<')
})

test('when going back to a release fails, its texts are no drafts, and a draft of the same file still is one', async () => {
	const takeOver = vi.fn<SiteWorks['takeOver']>(async () => {})
	const { site, read } = quickSite({ takeOver })
	const wire = await startWire({ site })
	const operator = await openConsoleAs(wire, 'operator')
	const named = (name: string) => originOf(SITE).replace('"name": "', `"name": "${name} `)
	for (const name of ['First', 'Second']) {
		await saveText(operator, SITE, named(name))
		await publish(operator)
	}
	await saveText(operator, SITE, named('Draft'))
	takeOver.mockRejectedValueOnce(new Error('it did not start'))
	expect(await publish(operator, { release: '1' })).toContain('it did not start')
	expect(read(SITE)).toBe(named('Second'))
	await publish(operator)
	expect(read(SITE)).toBe(named('Draft'))
})
