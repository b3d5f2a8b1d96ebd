import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

/** Five builds, three of them whole, beside other tests. */
const LIMIT_MS = 600_000

const run = promisify(execFile)

/** Every file that a visitor can get, and the policies: with its bytes. */
function readBuild(folder: string): Map<string, string> {
	const files = globSync('{client/**/*.*,csp.json,promises.json}', { cwd: folder })
	return new Map(files.toSorted().map((file) => [file, readFileSync(path.join(folder, file)).toString('base64')]))
}

const differing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
	[...new Set([...one.keys(), ...other.keys()])].filter((file) => one.get(file) !== other.get(file))

function newEdits() {
	const folder = mkdtempSync(path.join(tmpdir(), 'edits-'))
	const edit = (file: string, from: RegExp | string, to: string) => {
		const text = readFileSync(path.join('content', file), 'utf8')
		const edited = text.replace(from, to)
		expect(edited).not.toBe(text)
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
		writeFileSync(path.join(folder, file), edited)
	}
	return { folder, edit }
}

test('a build that keeps what an edit does not change gives the same bytes as a whole one', { timeout: LIMIT_MS }, async () => {
	const name = `.cache/${randomUUID()}`
	onTestFinished(() => globSync(`${name}*`).forEach((folder) => rmSync(folder, { recursive: true, force: true })))
	const build = async (word: string, edits: string, ...args: string[]) => {
		await run(process.execPath, ['scripts/build.mjs', '--into', `${name}-${word}`, '--edits', edits, ...args])
		return readBuild(`${name}-${word}`)
	}
	const serverOf = (word: string) => readFileSync(`${name}-${word}/server/index.js`, 'utf8')
	await build('first', newEdits().folder)

	const { folder, edit } = newEdits()
	edit('marketing/home.json', '"subtitle": "', '"subtitle": "Another ')
	edit('offers.json', '"amountCents": 4700', '"amountCents": 5900')
	edit('brand.json', '"accent": "#cc3b14"', '"accent": "#1d4ed8"')
	edit('legal/terms.md', /\n$/, '\nOne more line.\n')
	edit('articles/price-your-first-offer.md', /^excerpt: .*$/m, 'excerpt: Another excerpt')
	edit('course/module-1/lessons/skills-inventory-assessment.md', /^title: .*$/m, 'title: Another title')
	const whole = await build('whole', folder)
	const kept = await build('kept', folder, '--older', `${name}-first`)
	expect(serverOf('kept')).toBe(serverOf('first'))
	expect(differing(kept, whole)).toEqual([])

	// The name stands in the scripts as well.
	edit('site.json', '"name": "Launchway"', '"name": "Harbor"')
	const named = await build('named', folder, '--older', `${name}-kept`)
	const scripts = [...named].filter(([file, bytes]) => file.endsWith('.js') && Buffer.from(bytes, 'base64').includes('Harbor'))
	expect(scripts.length).toBeGreaterThan(0)

	// What lies ready is taken, and no build is made.
	cpSync(`${name}-named`, `${name}-ready`, { recursive: true })
	expect(differing(await build('taken', folder, '--ready', `${name}-ready`), named)).toEqual([])
	expect(existsSync(`${name}-ready`)).toBe(false)

	// A further offer has a page that the older build knows nothing of.
	const file = JSON.parse(readFileSync('content/offers.json', 'utf8')) as { offers: [{ commonQuestions: unknown[] }] }
	const [first] = file.offers
	const names = { code: 'with-mentor', productName: 'With a mentor', programName: 'With a mentor' }
	const further = { ...first, ...names, commonQuestions: first.commonQuestions.slice(0, 1) }
	writeFileSync(path.join(folder, 'offers.json'), JSON.stringify({ ...file, offers: [first, further] }))
	expect((await build('several', folder, '--older', `${name}-taken`)).has('client/offers/with-mentor/index.html')).toBe(true)
})
