import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { restoreEdits } from '#server/console/content/restore-edits.ts'
import { PagesOutOfDate } from '#server/kernel/errors.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, quickSite, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const SITE = 'site.json'
const HOME = 'marketing/home.json'
const named = (name: string) => originOf(SITE).replace('"name": "', `"name": "${name} `)

async function publishedSite() {
	const { site, read } = quickSite()
	const wire = await startWire({ site })
	const operator = await openConsoleAs(wire, 'operator')
	const save = (file: string, text: string) => saveText(operator, file, text)
	return { site, read, save, publish: () => publish(operator), restore: () => restoreEdits(wire.deps) }
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

test('a file reset to the origin is removed from the folder; one that the console never published stays', async () => {
	const academy = await publishedSite()
	await academy.save(SITE, named('First'))
	await academy.publish()
	await academy.save(SITE, originOf(SITE))
	await academy.publish()
	await academy.restore()
	mkdirSync(path.join(academy.site.edits, 'marketing'), { recursive: true })
	writeFileSync(path.join(academy.site.edits, SITE), named('Old'))
	writeFileSync(path.join(academy.site.edits, HOME), 'by hand')
	await expect(academy.restore()).rejects.toThrow(PagesOutOfDate)
	expect([academy.read(SITE), academy.read(HOME)]).toEqual([null, 'by hand'])
})

test('a site without edits gets no folder', async () => {
	const academy = await publishedSite()
	await academy.restore()
	expect(existsSync(academy.site.edits)).toBe(false)
})
