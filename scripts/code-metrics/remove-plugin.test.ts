import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { plugin as consolePlugin } from '#server/console/index.ts'
import { plugins } from '#server/process/plugins.ts'

import { listPlugins, listPluginTables, removePlugin } from './remove-plugin.ts'

const FILES = {
	'server/process/plugins.ts':
		"const mounted = [\n\timport('#server/plugins/east/index.ts'),\n\timport('#server/plugins/north-east/index.ts'), //\n]\n",
	'server/plugins/east/index.ts': 'export const plugin = {}\n',
	'server/plugins/north-east/index.ts':
		"export const tables = [declareTable('auth.birds', {}), declareSystemTable('nests', 'Nests', 'homes')]\n",
	'tests/plugins/north-east/birds.test.ts': '',
	'server/db/row-types.ts':
		'export interface AuthBirds {\n  id: string;\n}\n\nexport interface Nests {\n  id: string;\n}\n\nexport interface Trees {\n  id: string;\n}\n\nexport interface Database {\n  "auth.birds": AuthBirds;\n  nests: Nests;\n  trees: Trees;\n}\n',
	'server/db/migrations/0001_birds.sql': '',
}

function makeTree() {
	const tree = mkdtempSync(path.join(tmpdir(), 'launchway-plugin-'))
	onTestFinished(() => rmSync(tree, { recursive: true }))
	for (const [file, text] of Object.entries(FILES)) {
		mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
		writeFileSync(path.join(tree, file), text)
	}
	return { tree, read: (file: string) => readFileSync(path.join(tree, file), 'utf8') }
}

test('the plugin list is parsed as the server reads it', () => {
	// The console is mounted in the same list and can't be removed.
	expect(listPlugins('.')).toHaveLength(plugins.length - 1)
})

test('the tables of a plugin are those that its code declares', () => {
	const consoleTables = new Set(consolePlugin.tables?.map(({ table }) => table))
	const declared = plugins.flatMap(({ tables = [] }) => tables.map(({ table }) => table)).filter((table) => !consoleTables.has(table))
	expect(listPlugins('.').flatMap((name) => listPluginTables('.', name))).toEqual(expect.arrayContaining(declared))
})

test('removing a plugin deletes its folder, tests, line and tables only', () => {
	const { tree, read } = makeTree()
	expect(listPlugins(tree)).toEqual(['east', 'north-east'])
	removePlugin(tree, 'north-east')
	expect(listPlugins(tree)).toEqual(['east'])
	expect(
		['server/plugins/east', 'server/plugins/north-east', 'tests/plugins/north-east'].map((folder) => existsSync(path.join(tree, folder))),
	).toEqual([true, false, false])
	expect(read('server/db/row-types.ts')).toBe(
		'export interface Trees {\n  id: string;\n}\n\nexport interface Database {\n  trees: Trees;\n}\n',
	)
	expect(read('server/db/migrations/9999_without_north_east.sql')).toBe('drop table auth.birds, nests cascade;\n')
})

test('an unknown table or an unmounted plugin throws', () => {
	const { tree } = makeTree()
	expect(() => removePlugin(tree, 'south')).toThrow('nothing to change in server/process/plugins.ts')
	writeFileSync(path.join(tree, 'server/plugins/east/index.ts'), "export const tables = [declareSystemTable('foxes', 'Foxes', 'none')]\n")
	expect(() => removePlugin(tree, 'east')).toThrow('foxes is not in the row types')
})
