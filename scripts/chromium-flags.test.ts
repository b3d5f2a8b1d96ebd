import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

import { OFF_BY_PLAYWRIGHT } from './chromium-flags.ts'

const NAMES = /disabledFeatures = \[([^\]]*)\]/

test('the flags are those that Playwright disables in Chromium', () => {
	const folder = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
	const source = readFileSync(path.join(folder, 'lib', 'coreBundle.js'), 'utf8')
	const [, list = ''] = NAMES.exec(source) ?? []
	const names = [...list.replaceAll(/\/\/.*/g, '').matchAll(/"(\w+)"/g)].map(([, name]) => name)
	expect(names.length).toBeGreaterThan(10)
	expect(OFF_BY_PLAYWRIGHT).toEqual(names)
})
