import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'

import { SITE, startWire } from './test-client.ts'

test('the supabase-js example in docs/api.md runs unchanged, except for the mailed code', async () => {
	const wire = await startWire()
	const page = readFileSync(path.join(import.meta.dirname, '../../docs/api.md'), 'utf8')
	const [, block = ''] = /## With supabase-js[^#]*?```js\n([^`]*)```/.exec(page) ?? []
	const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith('import '))
	expect(lines.length).toBeGreaterThanOrEqual(4)
	const printed: unknown[] = []
	const context = createContext({
		createClient: (...given: unknown[]) => {
			expect(given).toEqual([SITE, PUBLISHABLE_KEY])
			return wire.connect()
		},
		codeOfMail: async () => (await wire.lastMail('me@example.com')).code,
		console: { log: (...values: unknown[]) => printed.push(...values) },
	})
	const program = lines.join('\n').replace("'123456'", 'await codeOfMail()')
	expect(program).toContain('codeOfMail')
	await (runInContext(`(async () => {\n${program}\n})()`, context) as Promise<void>)
	expect(JSON.stringify(printed)).toBe(JSON.stringify([[], 'me@example.com']))
})
