// asvs V1.2.4 V2.3.3 V3.2.2 V13.3.2 V15.3.5 V16.2.3
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

import { toolEnvironment } from '#scripts/run-command.ts'

/**
 * Makes sure that the linter reports violations. The fixture tree has deliberate ones; a line that must be refused ends with
 * `//! rule-name`. It is linted like the project: same configuration, own root.
 */
const FIXTURES = 'tests/fixtures/boundaries'
const CONFIGURATION = [
	'oxlint.config.ts',
	'scripts/lint',
	'package.json',
	'tsconfig.json',
	...['base', 'app', 'admin', 'server', 'domain', 'contracts', 'tests'].map((ring) => `tsconfig.${ring}.json`),
]

const RULES_THAT_MUST_BITE =
	'no-restricted-imports no-restricted-globals no-restricted-properties no-process-env no-cycle no-default-export no-barrel-file ' +
	'no-explicit-any no-floating-promises no-misused-promises max-lines max-lines-per-function max-params filename-case no-console ' +
	'rules-of-hooks exhaustive-deps no-danger button-has-type alt-text no-built-sql no-raw-transaction plain-words expect-expect'

type Finding = { file: string; line: number; rule: string }
const byPlace = (a: string, b: string) => a.localeCompare(b, 'en')
const sentences = (findings: readonly Finding[]) => findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`).sort(byPlace)

async function makeProject(): Promise<string> {
	const root = await mkdtemp(join(tmpdir(), 'launchway-boundaries-'))
	await cp(FIXTURES, root, { recursive: true })
	for (const path of CONFIGURATION) await cp(path, join(root, path), { recursive: true })
	await symlink(resolve('node_modules'), join(root, 'node_modules'))

	const lines = (count: number) => Array.from({ length: count }, (_, index) => `\tvalues.push(${index})`).join('\n')
	const long = (body: string, after: string) => `export function fill(values: number[]) { //! max-lines-per-function\n${body}\n}\n${after}`
	await writeFile(join(root, 'server/services/commerce/orders/long-function.ts'), long(lines(61), ''))
	await writeFile(join(root, 'app/features/quiz/long-component.tsx'), long(lines(91), ''))
	await writeFile(
		join(root, 'server/services/commerce/orders/long-file.ts'),
		`${Array.from({ length: 300 }, (_, n) => `export const a${n} = ${n}`).join('\n')}\nexport const last = 300 //! max-lines`,
	)
	return root
}

/** Returns the output of a program that may fail. */
const run = (root: string, program: string, args: string[]) =>
	new Promise<string>((done) => {
		const options = { cwd: root, env: toolEnvironment(), maxBuffer: 16e6 }
		execFile(join(root, 'node_modules/.bin', program), args, options, (_error, stdout) => done(stdout))
	})

async function announced(root: string): Promise<Finding[]> {
	const files = await readdir(root, { recursive: true, withFileTypes: true })
	const findings: Finding[] = []
	for (const entry of files.filter((file) => file.isFile() && /\.tsx?$/.test(file.name))) {
		const path = join(entry.parentPath, entry.name)
		const file = path.slice(root.length + 1)
		if (file.startsWith('scripts/')) continue
		for (const [index, text] of (await readFile(path, 'utf8')).split('\n').entries()) {
			const rules = /\/[/*]! ([a-z- ]+)/.exec(text)?.[1]?.trim().split(' ') ?? []
			findings.push(...rules.map((rule) => ({ file, line: index + 1, rule })))
		}
	}
	return findings
}

async function found(root: string): Promise<Finding[]> {
	const rings = ['app', 'content', 'contracts', 'domain', 'server', 'tests']
	const output = await run(root, 'oxlint', ['--format', 'json', ...rings])
	const report = JSON.parse(output) as { diagnostics: { filename: string; code: string; labels: { span: { line: number } }[] }[] }
	return report.diagnostics.map(({ filename, code, labels }) => ({
		file: filename,
		line: labels[0]?.span.line ?? 0,
		rule: /\((.+)\)/.exec(code)?.[1] ?? code,
	}))
}

test('every seeded violation is reported at its line, and nothing else', async () => {
	const root = await makeProject()
	try {
		const seeded = await announced(root)
		const refused = await found(root)
		expect(new Set(sentences(refused))).toEqual(new Set(sentences(seeded)))
		expect([...new Set(seeded.map(({ rule }) => rule))].sort(byPlace)).toEqual(RULES_THAT_MUST_BITE.split(' ').sort(byPlace))
	} finally {
		await rm(root, { recursive: true, force: true })
	}
})

test.each([
	{ ring: 'domain', line: 'export const a = process.pid', cannotFind: 'process' },
	{ ring: 'domain', line: 'export const a = window.name', cannotFind: 'window' },
	{ ring: 'contracts', line: 'export const a = fetch', cannotFind: 'fetch' },
	{ ring: 'server', line: 'export const a = document.title', cannotFind: 'document' },
	{ ring: 'app', line: 'export const a = process.pid', cannotFind: 'process' },
])('in $ring/ the name `$cannotFind` does not exist', async ({ ring, line, cannotFind }) => {
	const root = await makeProject()
	try {
		await rm(join(root, ring), { recursive: true })
		await mkdir(join(root, ring))
		await writeFile(join(root, ring, 'reaches-out.ts'), line)
		const output = await run(root, 'tsc', ['--project', `tsconfig.${ring}.json`, '--pretty', 'false'])
		expect(output).toMatch(new RegExp(`^${ring}/reaches-out.ts.+Cannot find name '${cannotFind}'`, 'm'))
	} finally {
		await rm(root, { recursive: true, force: true })
	}
})
