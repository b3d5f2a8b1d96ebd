import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

test('the edits are a patch that git takes', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'content-diff-'))
	const edits = path.join(folder, 'edits')
	const edit = (file: string, change: (text: string) => string) => {
		for (const place of [path.join(edits, file), path.join(folder, 'content', file)]) mkdirSync(path.dirname(place), { recursive: true })
		cpSync(path.join('content', file), path.join(folder, 'content', file))
		writeFileSync(path.join(edits, file), change(readFileSync(path.join('content', file), 'utf8')))
	}
	const files = ['site.json', 'course/module-2/lessons/first-sale.md', 'offers.json']
	edit('site.json', (text) => text.replace('Launchway', 'Harbor'))
	edit('course/module-2/lessons/first-sale.md', (text) => `${text}\nOne line more, without a break at its end.`)
	edit('offers.json', (text) => text)
	writeFileSync(path.join(edits, 'gone.md'), 'text')

	const patch = execFileSync(process.execPath, ['scripts/content-diff.ts'], {
		encoding: 'utf8',
		env: { ...process.env, CONTENT_DIR: edits },
		stdio: ['ignore', 'pipe', 'ignore'],
	})
	expect(patch.match(/^\+\+\+ .*$/gm)).toEqual(['+++ b/content/course/module-2/lessons/first-sale.md', '+++ b/content/site.json'])
	execFileSync('git', ['apply', '-'], { cwd: folder, input: patch, env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() } })
	for (const file of files)
		expect(readFileSync(path.join(folder, 'content', file), 'utf8')).toBe(readFileSync(path.join(edits, file), 'utf8'))
})
