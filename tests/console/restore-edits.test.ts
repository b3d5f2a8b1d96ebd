import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { readFolder } from '#content/files/read-sources.server.ts'
import { restoreEdits } from '#server/console/content/restore-edits.ts'
import { PagesOutOfDate } from '#server/kernel/errors.ts'
import { adoptEdits } from '#server/services/operations/releases/adopt-edits.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { listReleases, readCurrent } from '#server/services/operations/releases/read-releases.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, quickSite, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const SITE = 'site.json'
const HOME = 'marketing/home.json'
const byHand = originOf(HOME).replace('"subtitle": "', '"subtitle": "By hand: ')
const named = (name: string) => originOf(SITE).replace('"name": "', `"name": "${name} `)

async function publishedSite() {
	const { site, read } = quickSite()
	const wire = await startWire({ site })
	const operator = await openConsoleAs(wire, 'operator')
	const save = (file: string, text: string) => saveText(operator, file, text)
	return {
		site,
		read,
		save,
		db: wire.deps.db,
		now: wire.deps.now,
		publish: () => publish(operator),
		restore: () => restoreEdits(wire.deps),
		adopt: () => adoptEdits(wire.deps, readFolder(site.edits)),
	}
}

test('a lost folder is written again with what was published last, without drafts', async () => {
	const academy = await publishedSite()
	await academy.save(SITE, named('First'))
	await academy.publish()
	await academy.save(SITE, named('Second'))
	await academy.publish()
	await academy.save(SITE, named('Draft'))
	rmSync(academy.site.edits, { recursive: true })
	await expect(academy.restore()).rejects.toThrow(PagesOutOfDate)
	expect(academy.read(SITE)).toBe(named('Second'))
	await academy.restore()
})

test('a file reset to the origin is removed from the folder; one that was put there by hand stays, and is part of a release', async () => {
	const academy = await publishedSite()
	await academy.save(SITE, named('First'))
	await academy.publish()
	await academy.save(SITE, originOf(SITE))
	await academy.publish()
	await academy.restore()
	mkdirSync(path.join(academy.site.edits, 'marketing'), { recursive: true })
	writeFileSync(path.join(academy.site.edits, SITE), named('Old'))
	writeFileSync(path.join(academy.site.edits, HOME), byHand)
	await expect(academy.restore()).rejects.toThrow(PagesOutOfDate)
	expect([academy.read(SITE), academy.read(HOME)]).toEqual([null, byHand])
	expect((await readCurrent(academy.db))?.edits).toEqual({ [SITE]: null, [HOME]: byHand })
})

test('a site without edits gets no folder', async () => {
	const academy = await publishedSite()
	await academy.restore()
	expect(existsSync(academy.site.edits)).toBe(false)
	await academy.restore()
	expect(await listReleases(academy.db, 10)).toHaveLength(1)
})

test('a start without a release takes what was published before there were any, and the rest from the folder; of starts at once one does', async () => {
	const academy = await publishedSite()
	const own = { origin: '', created_at: new Date(), published_at: new Date() }
	const rows = [
		{ ...own, path: SITE, body: named('First') },
		{ ...own, path: SITE, body: named('Second') },
		{ ...own, path: SITE, body: named('Draft'), published_at: null },
		{ ...own, path: 'offers.json', body: null },
	]
	for (const row of rows) await academy.db.insertInto('content_versions').values(row).execute()
	mkdirSync(path.join(academy.site.edits, 'marketing'), { recursive: true })
	writeFileSync(path.join(academy.site.edits, HOME), byHand)
	const releases = await Promise.all([1, 2, 3].map(() => academy.adopt()))
	expect(new Set(releases.map(({ number }) => number)).size).toBe(1)
	await expect(academy.restore()).rejects.toThrow(PagesOutOfDate)
	expect([academy.read(SITE), academy.read(HOME)]).toEqual([named('Second'), byHand])
	expect((await readCurrent(academy.db))?.edits).toEqual({ [SITE]: named('Second'), 'offers.json': null, [HOME]: byHand })
	await academy.restore()
})

test('a file that was put there by hand and has faults stops the start and is in no release', async () => {
	const academy = await publishedSite()
	await academy.restore()
	mkdirSync(path.join(academy.site.edits, 'marketing'), { recursive: true })
	writeFileSync(path.join(academy.site.edits, HOME), 'by hand')
	await expect(academy.restore()).rejects.toThrow('content/marketing/home.json:1: ')
	expect((await readCurrent(academy.db))?.edits).toEqual({})
})

test('a crash between the commit and the folder, or another server, leaves a folder that the next start makes from the release', async () => {
	const academy = await publishedSite()
	await academy.save(SITE, named('First'))
	await academy.publish()
	const { number: base = null, edits = {} } = (await readCurrent(academy.db)) ?? {}
	await publishRelease(academy, { base, edits: { ...edits, [HOME]: byHand }, note: '', authorId: null, versions: [] })
	await expect(academy.restore()).rejects.toThrow(PagesOutOfDate)
	expect([academy.read(SITE), academy.read(HOME)]).toEqual([named('First'), byHand])
})

test('a published text that an upgrade refuses is corrected in the folder, and the correction is published', async () => {
	const academy = await publishedSite()
	const faulty = { [SITE]: 'refused since an upgrade', [HOME]: 'refused as well' }
	await publishRelease(academy, { base: null, edits: faulty, note: '', authorId: null, versions: [] })
	mkdirSync(path.join(academy.site.edits, 'marketing'), { recursive: true })
	writeFileSync(path.join(academy.site.edits, SITE), named('Corrected'))
	writeFileSync(path.join(academy.site.edits, HOME), byHand)
	await academy.restore()
	expect([academy.read(SITE), academy.read(HOME)]).toEqual([named('Corrected'), byHand])
	expect((await readCurrent(academy.db))?.edits).toEqual({ [SITE]: named('Corrected'), [HOME]: byHand })
})
