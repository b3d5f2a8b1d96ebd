import { sql } from 'kysely'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { type Kind, KINDS, NewUsageError, parseKind, planFiles } from './plan-files.ts'

const readTemplate = (file: string) => readFileSync(path.join('scripts/templates', file), 'utf8')
const plan = (kind: Kind, name: string) =>
	planFiles(kind, {
		name,
		readTemplate,
		decisions: ['README.md', '0001-rings.md', '0010-later.md'],
		migrations: ['0001_roles.sql', '0195_section_notes.sql'],
		today: new Date('2026-11-20T12:00:00Z'),
	})

test.each([
	{
		kind: 'service',
		name: 'commerce/orders/refund-order',
		paths: ['server/services/commerce/orders/refund-order.ts', 'server/services/commerce/orders/refund-order.test.ts'],
	},
	{
		kind: 'endpoint',
		name: 'commerce/orders/refund-order',
		paths: ['server/http/api/refund-order.ts', 'server/http/api/refund-order.test.ts'],
	},
	{ kind: 'route', name: 'orders/refund-order', paths: ['app/routes/orders/refund-order.tsx', 'app/routes/orders/refund-order.test.tsx'] },
	{
		kind: 'feature',
		name: 'orders/refund-order',
		paths: ['app/features/orders/refund-order.tsx', 'app/features/orders/refund-order.test.tsx'],
	},
] as const)("a new $kind is one file and its test, in the reader's words", ({ kind, name, paths }) => {
	const { files } = plan(kind, name)
	expect(files.map((file) => file.path)).toEqual(paths)
	const text = files.map((file) => file.text).join('\n')
	expect(text).not.toMatch(/verb.?noun|feature-word/i)
	expect(text).toMatch(/refundOrder|RefundOrder/)
	expect(files[1]?.text).toMatch(/from '\.\/refund-order\.tsx?'/)
})

test('an endpoint calls the service of the same name, which must stand', () => {
	const { files, needs } = plan('endpoint', 'commerce/orders/refund-order')
	expect(files[0]?.text).toContain("from '#server/services/commerce/orders/refund-order.ts'")
	expect(needs).toEqual(['server/services/commerce/orders/refund-order.ts'])
})

test('a table takes the next number, is kept to its owner, and lists where its feature registers', () => {
	const { files, next } = plan('table', 'lesson-marks')
	expect(files.map((file) => file.path)).toEqual(['server/db/migrations/0196_lesson_marks.sql'])
	expect(files[0]?.text).toContain("select auth.keep_to_owner('public.lesson_marks');")
	expect(files[0]?.text).not.toContain('TABLE')
	for (const place of next.join(' ').matchAll(/[\w-]+\/[\w./-]+\.(ts|md)/g))
		expect([place[0], existsSync(place[0])]).toEqual([place[0], true])
	expect(() => plan('table', 'lesson_marks')).toThrow(NewUsageError)
})

test('the table of the template works in the database, and nobody but its owner reads a row', async () => {
	const { deps } = await makeTestDeps()
	const [owner, other] = [await makeLearner(deps), await makeLearner(deps)]
	await sql.raw(plan('table', 'lesson-marks').files[0]!.text).execute(deps.db)
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
	const [file] = plan('decision', 'prefer-two-queues').files
	expect(file?.path).toBe('docs/decisions/0011-prefer-two-queues.md')
	expect(file?.text).toMatch(/^# 0011\. Prefer two queues\n\nDate: 2026-11-20 /)
})

test.each([
	'refund-order',
	'orders/',
	'orders/refund',
	'commerce/Orders/refund',
	'commerce/../x',
	'shop/orders/refund',
	'commerce/a/b/c',
	'',
])('"%s" is refused as the name of a service', (name) => {
	expect(() => plan('service', name)).toThrow(NewUsageError)
})

test.each(['refund-order', 'orders/', 'Orders/refund', 'orders/../x', 'a/b/c', ''])('"%s" is refused as the name of a feature', (name) => {
	expect(() => plan('feature', name)).toThrow(NewUsageError)
})

test.each([undefined, 'model', ''])('%j is refused as a kind, with the kinds named', (word) => {
	expect(() => parseKind(word)).toThrow(KINDS.join('|'))
})

test('the command writes once and never overwrites', () => {
	const root = mkdtempSync(path.join(tmpdir(), 'launchway-new-'))
	onTestFinished(() => rmSync(root, { recursive: true }))
	const args = ['scripts/new.ts', '--root', root, 'service', 'commerce/orders/refund-order']
	expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toContain('wrote server/services/commerce/orders/refund-order.ts')
	const before = readFileSync(path.join(root, 'server/services/commerce/orders/refund-order.ts'), 'utf8')

	const again = spawnSync(process.execPath, args, { encoding: 'utf8' })
	expect(again.status).toBe(1)
	expect(again.stderr).toContain('exists already')
	expect(readFileSync(path.join(root, 'server/services/commerce/orders/refund-order.ts'), 'utf8')).toBe(before)

	const early = spawnSync(process.execPath, ['scripts/new.ts', '--root', root, 'endpoint', 'commerce/orders/cancel-order'], {
		encoding: 'utf8',
	})
	expect([early.status, early.stderr]).toEqual([1, expect.stringContaining('npm run new -- service commerce/orders/cancel-order')])
})
