import { sql } from 'kysely'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { type Kind, KINDS, NewUsageError, parseKind, planFile } from './plan-file.ts'

const readTemplate = (file: string) => readFileSync(path.join('scripts/templates', file), 'utf8')
const plan = (kind: Kind, name: string) =>
	planFile(kind, {
		name,
		readTemplate,
		decisions: ['README.md', '0001-rings.md', '0010-later.md'],
		migrations: ['0001_roles.sql', '0195_section_notes.sql'],
		today: new Date('2026-11-20T12:00:00Z'),
	})

test('a table takes the next number, is kept to its owner, and lists where its feature registers', () => {
	const { file, next } = plan('table', 'lesson-marks')
	expect(file.path).toBe('server/db/migrations/0196_lesson_marks.sql')
	expect(file.text).toContain("select auth.keep_to_owner('public.lesson_marks');")
	expect(file.text).not.toContain('TABLE')
	for (const place of next.join(' ').matchAll(/[\w-]+\/[\w./-]+\.(ts|md)/g))
		expect([place[0], existsSync(place[0])]).toEqual([place[0], true])
})

test('the table of the template works in the database, and nobody but its owner reads a row', async () => {
	const { deps } = await makeTestDeps()
	const [owner, other] = [await makeLearner(deps), await makeLearner(deps)]
	await sql.raw(plan('table', 'lesson-marks').file.text).execute(deps.db)
	await sql`insert into public.lesson_marks (user_id, name, content) values (${owner.userId}::uuid, 'x', '{}')`.execute(deps.db)
	const countFor = (userId: string) =>
		deps.db.transaction().execute(async (tx) => {
			await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: userId, role: 'authenticated' })}, true)`.execute(tx)
			await sql`set local role authenticated`.execute(tx)
			return (await sql`select 1 from public.lesson_marks`.execute(tx)).rows.length
		})
	expect([await countFor(owner.userId), await countFor(other.userId)]).toEqual([1, 0])
})

test('a decision takes the next number and the date', () => {
	const { file } = plan('decision', 'prefer-two-queues')
	expect(file.path).toBe('docs/decisions/0011-prefer-two-queues.md')
	expect(file.text).toMatch(/^# 0011\. Prefer two queues\n\nDate: 2026-11-20 /)
})

test.each(['', 'lesson_marks', 'Lesson-marks', 'lesson/marks', '../x', '-x'])('"%s" is refused as a name', (name) => {
	expect(() => plan('table', name)).toThrow(NewUsageError)
	expect(() => plan('decision', name)).toThrow(NewUsageError)
})

test.each([undefined, 'model', ''])('%j is refused as a kind, with the kinds named', (word) => {
	expect(() => parseKind(word)).toThrow(KINDS.join('|'))
})

test('the command writes the next number each time and never overwrites', () => {
	const root = mkdtempSync(path.join(tmpdir(), 'launchway-new-'))
	onTestFinished(() => rmSync(root, { recursive: true }))
	const args = ['scripts/new.ts', '--root', root, 'table', 'lesson-marks']
	for (const number of ['0001', '0002'])
		expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toContain(`wrote server/db/migrations/${number}_lesson_marks.sql`)
	expect(readdirSync(path.join(root, 'server/db/migrations'))).toEqual(['0001_lesson_marks.sql', '0002_lesson_marks.sql'])

	const wrong = spawnSync(process.execPath, [...args.slice(0, 3), 'service', 'lesson-marks'], { encoding: 'utf8' })
	expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('table|decision')])
})

test('the documents name files to copy that are there', () => {
	const rows = readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/copy `([^`]+)`/g)
	const named = Array.from(rows, ([, file = '']) => file)
	expect(named.length).toBeGreaterThan(3)
	expect(named.filter((file) => !existsSync(file))).toEqual([])
})
