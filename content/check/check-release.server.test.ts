import { expect, test } from 'vitest'

import { loadEdited } from '#content/loaded.server.ts'
import { readShipped } from '#content/read-sources.server.ts'

import { checkRelease } from './check-release.server.ts'

const OFFERS = 'offers.json'
const shipped = readShipped()
const edited = (from: string, to: string) => new Map([[OFFERS, (shipped.get(OFFERS) ?? '').replace(from, to)]])

/** Counts the event loop's turns until `work` is finished. */
async function countTurns(work: Promise<unknown>): Promise<number> {
	let turns = 0
	let isDone = false
	const next = () => {
		turns += 1
		if (!isDone) setImmediate(next)
	}
	setImmediate(next)
	await work.finally(() => (isDone = true))
	return turns
}

test('checking a release yields to requests after each file', async () => {
	const edits = edited('"amountCents": 4700', '"amountCents": 5900')
	const content = loadEdited(edits)
	const check = checkRelease(edits, { load: () => content })
	expect(await countTurns(check)).toBeGreaterThan(shipped.size)
	expect(await check).toEqual([])
})

test('a video block whose file is missing keeps its lesson from being published', async () => {
	const lesson = 'course/module-2/lessons/first-sale.md'
	const block = '```video\nfile: my-video.mp4\ntitle: A call\nminutes: 3\ntranscript: [Hello.]\n```'
	const edits = new Map([[lesson, `${shipped.get(lesson) ?? ''}\n${block}\n`]])
	const issues = await checkRelease(edits, { load: () => loadEdited(edits) })
	expect(issues.map(({ file, message }) => `${file}: ${message}`)).toContain(`${lesson}: public/media/my-video.mp4 does not exist`)
})

test('errors of a release are those of its files, once each', async () => {
	const edits = edited('"amountCents": 4700', '"amountCents": "59"')
	const issues = await checkRelease(edits, { load: () => loadEdited(edits) })
	expect(issues.map(({ file, message }) => `${file}: ${message}`)).toEqual([expect.stringContaining('offers.json: offers.0.amountCents')])
})
