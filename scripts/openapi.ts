/**
 * `npm run openapi`: writes what is read from the app itself, the last columns of docs/wire.md and docs/reference/openapi.json.
 * `--check` fails when one of them is not current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { mountedRoutes } from './check-docs/mounted-routes.ts'
import { readWireTable, writeFacts } from './check-docs/wire-table.ts'
import { describeOwnSurfaces } from './openapi/describe.ts'
import { root } from './run-command.ts'

const routes = await mountedRoutes()
const table = path.join(root, 'docs/wire.md')
const wire = readFileSync(table, 'utf8')
const made = {
	[table]: writeFacts(wire, routes),
	[path.join(root, 'docs/reference/openapi.json')]: `${JSON.stringify(describeOwnSurfaces(routes, readWireTable(wire)), null, '\t')}\n`,
}
for (const [file, text] of Object.entries(made)) {
	const name = path.relative(root, file)
	if (!process.argv.includes('--check')) {
		writeFileSync(file, text)
		console.log(`wrote ${name}`)
	} else if (readFileSync(file, 'utf8') !== text) {
		console.error(`${name} does not say what the app says; run: npm run openapi`)
		process.exitCode = 1
	}
}
