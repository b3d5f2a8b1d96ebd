// asvs V14.1.1 V14.1.2
import { expect, test } from 'vitest'

import { plugins } from '#server/process/plugins.ts'

import { registryWith } from './registry/registry.ts'

test('no table that is about a person counts as one of the product', () => {
	expect(registryWith(plugins).filter(({ protection, person }) => protection === 'product' && person !== null)).toEqual([])
})
