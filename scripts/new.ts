/** `npm run new -- table section-notes`: creates the next migration or decision from scripts/templates. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { KINDS, NewUsageError, parseKind, planFile } from './new/plan-file.ts'

const templates = path.join(import.meta.dirname, 'templates')

/**
 * Writes the planned file below `root`.
 * @throws NewUsageError for a wrong kind or name
 */
function write(root: string, [kindWord, name = '']: string[]): string[] {
	const list = (folder: string) => (existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)) : [])
	const { file, next } = planFile(parseKind(kindWord), {
		name,
		readTemplate: (template) => readFileSync(path.join(templates, template), 'utf8'),
		decisions: list('docs/decisions'),
		migrations: list('server/db/migrations'),
		today: new Date(),
	})
	mkdirSync(path.dirname(path.join(root, file.path)), { recursive: true })
	writeFileSync(path.join(root, file.path), file.text, { flag: 'wx' })
	return [`wrote ${file.path}`, ...next.map((step) => `next: ${step}`)]
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: 'string' }, help: { type: 'boolean' } } })
try {
	if (values.help) console.log(`npm run new -- <${KINDS.join('|')}> <name>`)
	else for (const line of write(values.root ?? process.cwd(), positionals)) console.log(line)
} catch (error) {
	if (!(error instanceof NewUsageError)) throw error
	console.error(error.message)
	process.exitCode = 1
}
