import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const LIST = 'server/process/plugins.ts'
const LINE = /^\timport\('#server\/plugins\/([\w-]+)\/index\.ts'\),.*\n/gm

export const listPlugins = (tree: string): string[] =>
	[...readFileSync(path.join(tree, LIST), 'utf8').matchAll(LINE)].map(([, name = '']) => name)

/** Lists a plugin's tables by its entries in the privacy registry (table-rule.ts). */
export function listPluginTables(tree: string, name: string): string[] {
	const code = globSync(`server/plugins/${name}/**/*.ts`, { cwd: tree }).map((file) => readFileSync(path.join(tree, file), 'utf8'))
	return code.flatMap((text) =>
		[...text.matchAll(/\b(?:declareTable|declareUserTable|declareSystemTable|declareSecretTable)\(\s*'([\w.]+)'/g)].map(
			([, table = '']) => table,
		),
	)
}

function edit(tree: string, file: string, change: (text: string) => string): void {
	const text = readFileSync(path.join(tree, file), 'utf8')
	const changed = change(text)
	if (changed === text) throw new Error(`nothing to change in ${file}`)
	writeFileSync(path.join(tree, file), changed)
}

/** Removes a table from the generated types, as `npm run row-types` would after dropping it. */
function withoutTable(types: string, table: string): string {
	const [entry = '', type = ''] = new RegExp(`^  "?${table.replace('.', '\\.')}"?: (\\w+);\\n`, 'm').exec(types) ?? []
	if (entry === '') throw new Error(`${table} is not in the row types`)
	return types.replace(entry, '').replace(new RegExp(`^export interface ${type} \\{\\n(?:  .*\\n)*\\}\\n\\n`, 'm'), '')
}

/** Removes a plugin and adds a migration that drops its tables, so that no other code can use them unnoticed. */
export function removePlugin(tree: string, name: string): void {
	const tables = listPluginTables(tree, name)
	edit(tree, LIST, (text) => text.replaceAll(LINE, (line, found: string) => (found === name ? '' : line)))
	for (const folder of ['server', 'tests']) rmSync(path.join(tree, folder, 'plugins', name), { recursive: true, force: true })
	if (tables.length === 0) return
	edit(tree, 'server/db/row-types.ts', (text) => tables.reduce(withoutTable, text))
	writeFileSync(
		path.join(tree, `server/db/migrations/9999_without_${name.replaceAll('-', '_')}.sql`),
		`drop table ${tables.join(', ')} cascade;\n`,
	)
}
