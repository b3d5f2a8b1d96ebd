import { execFileSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

export type Tag = 'asvs' | 'regression'

/** Maps each word of `// asvs …` or `// regression …` comments to the test files: `V6.2.1` → `tests/wire/auth-password.test.ts`. */
export function readTestTags(tag: Tag): Map<string, string[]> {
	const found = execFileSync('git', ['grep', '--untracked', '-E', `^\\s*// ${tag} `, '--', '*.test.ts', '*.test.tsx'], {
		cwd: root,
		encoding: 'utf8',
	})
	const files = new Map<string, string[]>()
	for (const line of found.split('\n').filter(Boolean)) {
		const [file = '', ...rest] = line.split(':')
		for (const word of rest.join(':').trim().split(/\s+/).slice(2)) files.set(word, [...new Set([...(files.get(word) ?? []), file])])
	}
	return files
}
