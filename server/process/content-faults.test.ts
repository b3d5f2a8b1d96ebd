import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PROJECT = path.resolve(import.meta.dirname, '..', '..')

/** Starts the server with one edited file in the folder of edits. */
function startWith(file: string, edit: (text: string) => string) {
	const folder = mkdtempSync(path.join(tmpdir(), 'launchway-faults-'))
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
	const edited = path.join(folder, 'content', file)
	mkdirSync(path.dirname(edited), { recursive: true })
	writeFileSync(edited, edit(readFileSync(path.join(PROJECT, 'content', file), 'utf8')))
	const env = {
		...process.env,
		NODE_ENV: 'development',
		LOG_LEVEL: 'error',
		CONTENT_DIR: path.join(folder, 'content'),
		DATA_DIR: path.join(folder, 'data'),
	}
	const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], { cwd: PROJECT, encoding: 'utf8', env })
	return { status, stderr }
}

// content/load-content.server.test.ts covers errors in other files.
test('an error in a lesson stops the start with file, line and field only', () => {
	const { status, stderr } = startWith('course/module-2/lessons/first-sale.md', (text) => text.replace(/^title: .*$/m, 'title: ""'))
	expect(stderr).toMatch(/^content\/course\/module-2\/lessons\/first-sale\.md:2: title: /)
	expect(stderr.trim().split('\n')).toHaveLength(1)
	expect(status).toBe(1)
})
