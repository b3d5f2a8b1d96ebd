// asvs V14.1.1 V14.1.2
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { plugins } from '#server/process/plugins.ts'

import { registryWith } from './registry/registry.ts'

const registry = registryWith(plugins)

const CLASSES = ['secret', 'personal', 'learning', 'ledger', 'product']

/** The last table of that section: a class and the tables in it. */
function readClasses(): Map<string, string[]> {
	const document = readFileSync(new URL('../../../../docs/data-protection.md', import.meta.url), 'utf8')
	const [, section = ''] = document.split('| Class | Tables |')
	const lines = section.split('\n## ')[0]?.matchAll(/^\| (\w+) \| (.+) \|$/gm) ?? []
	return new Map([...lines].map(([, name = '', tables = '']) => [name, [...tables.matchAll(/`([\w.]+)`/g)].map(([, table = '']) => table)]))
}

test('every table is in one class of protection, and no class names a table that is not there', () => {
	const classes = readClasses()
	expect([...classes.keys()]).toEqual(CLASSES)
	expect([...classes.values()].flat().toSorted()).toEqual(registry.map(({ table }) => table as string).toSorted())
})

test('no table that is about a person counts as one of the product', () => {
	const product = new Set(readClasses().get('product'))
	expect(registry.filter(({ table, person }) => product.has(table) && person !== null)).toEqual([])
})
