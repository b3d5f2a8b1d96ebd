/** `npm run new -- service commerce/orders/refund-order`: creates the file and its test from scripts/templates. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { KINDS, NewUsageError, parseKind, planFiles } from './new/plan-files.ts'
import { runCommand, tool } from './run-command.ts'

const templates = path.join(import.meta.dirname, 'templates')

/**
 * Writes the planned files below `root`, all or nothing.
 * @throws NewUsageError when a file already exists or a needed one is missing
 */
async function write(root: string, [kindWord, name = '']: string[]): Promise<string[]> {
	const kind = parseKind(kindWord)
	const list = (folder: string) => (existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)) : [])
	const { files, needs, next } = planFiles(kind, {
		name,
		readTemplate: (file) => readFileSync(path.join(templates, file), 'utf8'),
		decisions: list('docs/decisions'),
		migrations: list('server/db/migrations'),
		today: new Date(),
	})
	const missing = needs.filter((file) => !existsSync(path.join(root, file)))
	if (missing.length > 0) throw new NewUsageError(`${missing.join(', ')} is missing; first: npm run new -- service ${name}`)
	const taken = files.filter((file) => existsSync(path.join(root, file.path)))
	if (taken.length > 0) throw new NewUsageError(`${taken.map((file) => file.path).join(', ')} exists already; nothing was written`)
	for (const file of files) {
		mkdirSync(path.dirname(path.join(root, file.path)), { recursive: true })
		writeFileSync(path.join(root, file.path), file.text, { flag: 'wx' })
	}
	// The chosen names change line lengths and the order of imports.
	const paths = files.map((file) => path.join(root, file.path)).filter((file) => /\.tsx?$/.test(file))
	if (paths.length > 0) await runCommand(tool('oxfmt', ...paths))
	return [...files.map((file) => `wrote ${file.path}`), ...next.map((step) => `next: ${step}`)]
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: 'string' }, help: { type: 'boolean' } } })
try {
	if (values.help) console.log(`npm run new -- <${KINDS.join('|')}> <name>`)
	else for (const line of await write(values.root ?? process.cwd(), positionals)) console.log(line)
} catch (error) {
	if (!(error instanceof NewUsageError)) throw error
	console.error(error.message)
	process.exitCode = 1
}
