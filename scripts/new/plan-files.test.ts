import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { type Kind, KINDS, NewUsageError, parseKind, planFiles } from './plan-files.ts'

const readTemplate = (file: string) => readFileSync(path.join('scripts/templates', file), 'utf8')
const plan = (kind: Kind, name: string) =>
	planFiles(kind, {
		name,
		readTemplate,
		decisions: ['README.md', '0001-rings.md', '0010-later.md'],
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
