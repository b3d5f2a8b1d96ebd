import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { BARE_ENVIRONMENT } from '#tests/setup/server-process.ts'

const originOf = (file: string) => readFileSync(path.join('content', file), 'utf8')
const LESSON = 'course/module-2/lessons/first-sale.md'
const ARTICLE = 'articles/an-added-article.md'

test('the edits of a release form a patch that git applies', async () => {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	const pools = openPools(
		connection,
		createLogger('error', () => {}),
		1,
	)
	onTestFinished(pools.close)
	const edits = {
		'site.json': originOf('site.json').replace('"name": "Launchway"', '"name": "Harbor"'),
		'offers.json': originOf('offers.json'),
		'brand.json': null,
		[LESSON]: `${originOf(LESSON)}\nOne line more, without a break at its end.`,
		[ARTICLE]: originOf('articles/price-your-first-offer.md'),
	}
	const release = { note: '', authorId: null, versions: [] }
	const ctx = { db: pools.db, now: () => new Date() }
	const number = await publishRelease(ctx, { ...release, base: null, edits })
	await publishRelease(ctx, { ...release, base: number, edits: {}, note: 'As it came' })
	const { host, port, user, database } = connection
	const url = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`
	const run = (...args: string[]) =>
		execFileSync(process.execPath, ['scripts/content-diff.ts', ...args], {
			encoding: 'utf8',
			env: { ...BARE_ENVIRONMENT, DATABASE_URL: url },
			stdio: ['ignore', 'pipe', 'pipe'],
		})
	expect(run()).toBe('')
	expect(run('list')).toMatch(/^2 {2}\S+ {2}As it came\n1 {2}/)
	expect(() => run('7')).toThrow('there is no release 7')

	const patch = run(String(number))
	expect(patch.match(/^\+\+\+ \S+/gm)).toEqual([ARTICLE, LESSON, 'site.json'].map((file) => `+++ b/content/${file}`))
	const folder = mkdtempSync(path.join(tmpdir(), 'content-diff-'))
	for (const file of ['site.json', LESSON]) {
		mkdirSync(path.dirname(path.join(folder, 'content', file)), { recursive: true })
		cpSync(path.join('content', file), path.join(folder, 'content', file))
	}
	execFileSync('git', ['apply', '-'], { cwd: folder, input: patch, env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() } })
	for (const file of ['site.json', LESSON, ARTICLE] as const)
		expect(readFileSync(path.join(folder, 'content', file), 'utf8')).toBe(edits[file])
})
