// asvs V14.1.1 V14.1.2
import { expect, test } from 'vitest'

import { plugins } from '#server/process/plugins.ts'

import { listTableRules } from './registry/registry.ts'

test('no table about a person is classified as product data', () => {
	expect(listTableRules(plugins).filter(({ protection, person }) => protection === 'product' && person !== null)).toEqual([])
})
