/**
 * `npm run reference`: generates docs/reference from the app, its `routes.txt` files and the tags in tests. `--check` fails if
 * any of them is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { mountedRoutes } from './check-docs/mounted-routes.ts'
import { buildOpenApi } from './openapi/build-openapi.ts'
import { readRouteLines } from './reference/route-lines.ts'
import { readTestTags, writeAsvs, writeRegressions } from './reference/write-security.ts'
import { writeWire } from './reference/write-wire.ts'
import { root } from './run-command.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const routes = await mountedRoutes()
const lines = readRouteLines()
const made = {
	'docs/reference/wire.md': writeWire(lines, routes),
	'docs/reference/openapi.json': `${JSON.stringify(buildOpenApi(routes, lines), null, '\t')}\n`,
	'docs/reference/asvs.md': writeAsvs(read('scripts/reference/asvs.txt'), readTestTags('asvs')),
	'docs/reference/security-regressions.md': writeRegressions(read('scripts/reference/regressions.txt'), readTestTags('regression')),
}
for (const [file, text] of Object.entries(made)) {
	if (!process.argv.includes('--check')) {
		writeFileSync(path.join(root, file), text)
		console.log(`wrote ${file}`)
	} else if (read(file) !== text) {
		console.error(`${file} is out of date; run: npm run reference`)
		process.exitCode = 1
	}
}
