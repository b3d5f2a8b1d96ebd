import { expect, test } from 'vitest'

import { inTransaction } from '#server/db/database.ts'
import { adoptEdits } from '#server/services/operations/releases/adopt-edits.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { listReleases, lockReleases, readCurrent } from '#server/services/operations/releases/read-releases.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf } from './edit-content.ts'

const SITE = 'site.json'
const HOME = 'marketing/home.json'
const byHand = originOf(HOME).replace('"subtitle": "', '"subtitle": "By hand: ')
const named = (name: string) => originOf(SITE).replace('"name": "', `"name": "${name} `)

async function openAcademy() {
	const { deps } = await startWire()
	return {
		deps,
		db: deps.db,
		/** Starts the server with these files in the folder of edits. */
		start: (files: Readonly<Record<string, string>> = {}) => adoptEdits(deps, new Map(Object.entries(files))),
		publish: async (edits: Readonly<Record<string, string | null>>) => {
			const base = (await readCurrent(deps.db))?.number ?? null
			return publishRelease(deps, { base, edits, note: '', authorId: null, versions: [] })
		},
	}
}

test('a site without edits gets an empty first release, and later starts add none', async () => {
	const { db, start } = await openAcademy()
	await start()
	await start()
	expect([await listReleases(db, 10), (await readCurrent(db))?.edits]).toEqual([[expect.objectContaining({ number: 1, note: '' })], {}])
})

test('a manually edited file becomes part of a release; an old copy in the folder doesn’t', async () => {
	const { db, start, publish } = await openAcademy()
	await publish({ [SITE]: named('First') })
	await publish({ [SITE]: null })
	const { number, edits } = await start({ [SITE]: named('First'), [HOME]: byHand })
	expect([number, edits]).toEqual([3, { [SITE]: null, [HOME]: byHand }])
	expect((await listReleases(db, 1))[0]?.note).toBe('Imported from the edits folder')
	// The file stays in the folder, but isn't adopted again.
	await publish({ [SITE]: null, [HOME]: null })
	expect((await start({ [SITE]: named('First'), [HOME]: byHand })).number).toBe(4)
})

test('a first start creates one release from published texts and the folder, even if several servers start at once', async () => {
	const { db, start } = await openAcademy()
	const own = { origin: '', created_at: new Date(), published_at: new Date() }
	const rows = [
		{ ...own, path: SITE, body: named('First') },
		{ ...own, path: SITE, body: named('Second') },
		{ ...own, path: SITE, body: named('Draft'), published_at: null },
		{ ...own, path: 'offers.json', body: null },
	]
	for (const row of rows) await db.insertInto('content_versions').values(row).execute()
	const releases = await Promise.all([1, 2, 3].map(() => start({ [HOME]: byHand, [SITE]: named('Old') })))
	expect(new Set(releases.map(({ number }) => number)).size).toBe(1)
	expect((await readCurrent(db))?.edits).toEqual({ [SITE]: named('Second'), 'offers.json': null, [HOME]: byHand })
})

test('a manually edited file with errors stops the start and is not released', async () => {
	const { db, start } = await openAcademy()
	await start()
	await expect(start({ [HOME]: 'by hand' })).rejects.toThrow('content/marketing/home.json:1: ')
	expect((await readCurrent(db))?.edits).toEqual({})
})

test('a published text that an upgrade rejects is fixed in the folder, and the fix is published', async () => {
	const { db, start, publish } = await openAcademy()
	await publish({ [SITE]: named('Long ago'), [HOME]: null })
	await publish({ [SITE]: 'refused since an upgrade', [HOME]: 'refused as well' })
	const folder = { [SITE]: named('Corrected'), [HOME]: byHand }
	// A file with the text of an older release changes nothing.
	expect((await start({ [SITE]: named('Long ago') })).number).toBe(2)
	await start(folder)
	expect((await readCurrent(db))?.edits).toEqual(folder)
})

test('checking a release at startup doesn’t block other servers or publications', async () => {
	const { db, deps, start } = await openAcademy()
	const check = deps.published.requireValid.bind(deps.published)
	deps.published.requireValid = async (edits, live) => {
		// Another server's transaction gets the lock meanwhile.
		await inTransaction(db, lockReleases)
		await check(edits, live)
	}
	expect(await start()).toEqual({ number: 1, edits: {} })
	await inTransaction(db, async (tx) => {
		await lockReleases(tx)
		expect((await start()).number).toBe(1)
	})
})
