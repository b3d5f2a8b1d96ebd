import { execFileSync } from 'node:child_process'
import path from 'node:path'

import { GENERATED_NOTE, table } from './table.ts'

type Tests = ReadonlyMap<string, readonly string[]>

const VERDICTS = ['met', 'not applicable', 'not met'] as const
type Requirement = { chapter: string; number: string; level: string; verdict: string; wording: string; remark: string }

const REQUIREMENT = /^(V[\d.]+) ([12]) (met|not applicable|not met) \| ([^|]+?)(?: \| (.+))?$/

/** Reads the lines of a text file below each `# heading`. */
function readSections(text: string): { heading: string; lines: string[] }[] {
	return text
		.split(/^# /m)
		.slice(1)
		.map((section) => {
			const [heading = '', ...lines] = section.split('\n')
			return { heading, lines: lines.filter(Boolean) }
		})
}

function readRequirements(text: string): Requirement[] {
	return readSections(text).flatMap(({ heading, lines }) =>
		lines.map((line) => {
			const [, number = '', level = '', verdict = '', wording = '', remark = ''] = REQUIREMENT.exec(line) ?? []
			if (number === '') throw new Error(`not a requirement: ${line}`)
			return { chapter: heading, number, level, verdict, wording, remark }
		}),
	)
}

const inCode = (files: readonly string[]) => files.map((file) => `\`${file}\``)

/** @throws Error for a tag without an entry: a test with a mistyped tag would silently be missing from the document */
function refuseUnknown(tests: Tests, known: readonly string[]): void {
	const unknown = [...tests.keys()].filter((word) => !known.includes(word))
	if (unknown.length > 0) throw new Error(`tests are tagged with entries that don't exist: ${unknown.join(', ')}`)
}

function count(rows: readonly Requirement[], name: string): string[] {
	return [name, ...VERDICTS.map((verdict) => String(rows.filter((row) => row.verdict === verdict).length))]
}

function writeChapter(rows: readonly Requirement[], evidence: (row: Requirement) => string): string {
	const byVerdict = (verdict: Requirement['verdict']) => rows.filter((row) => row.verdict === verdict)
	const listOpen = (verdict: Requirement['verdict']) => byVerdict(verdict).map((row) => [row.number, row.level, row.wording, evidence(row)])
	return [
		[['Met', 'Test or document'], byVerdict('met').map((row) => [row.number, evidence(row)])] as const,
		[['Not met', 'Level', 'Requirement', 'Reason'], listOpen('not met')] as const,
		[['Not applicable', 'Level', 'Requirement', 'Reason'], listOpen('not applicable')] as const,
	]
		.filter(([, cells]) => cells.length > 0)
		.map(([heads, cells]) => table([...heads], cells))
		.join('\n')
}

/** @throws Error for a requirement marked as met without a test or document */
export function writeAsvs(catalog: string, tests: Tests): string {
	const rows = readRequirements(catalog)
	refuseUnknown(
		tests,
		rows.filter(({ verdict }) => verdict === 'met').map(({ number }) => number),
	)
	const evidence = ({ number, verdict, remark }: Requirement) => {
		const cells = [...inCode(tests.get(number) ?? []), remark].filter(Boolean)
		if (verdict === 'met' && cells.length === 0) throw new Error(`${number} is met but no test is tagged with it`)
		return cells.join('<br>')
	}
	const chapters = Map.groupBy(rows, ({ chapter }) => chapter)
	const groups = [...['1', '2'].map((level) => [`level ${level}`, rows.filter((row) => row.level === level)] as const), ...chapters]
	return [
		'# OWASP ASVS 5.0\n',
		`${GENERATED_NOTE} from \`scripts/reference/asvs.txt\` and \`// asvs …\` comments in tests. Checked on 22 November 2026 against [version 5.0.0](https://github.com/OWASP/ASVS/tree/master/5.0), levels 1 and 2, in production with default settings. Requirements are in our words. *Not met* includes deliberate differences and tasks of the operator.\n`,
		table(['', ...VERDICTS], [...groups.map(([name, those]) => count(those, name)), count(rows, 'all')]),
		...[...chapters].flatMap(([chapter, those]) => [`## ${chapter}\n`, writeChapter(those, evidence)]),
	].join('\n')
}

/**
 * Writes the document. An entry with several names uses the first as its tag.
 * @throws Error for an entry without a test
 */
export function writeRegressions(catalog: string, tests: Tests): string {
	const sections = readSections(catalog).map(({ heading, lines }) => ({
		heading,
		entries: lines.map((line) => {
			const [names = '', what = ''] = line.split(' | ')
			return { names, what, tag: names.split(', ')[0] ?? '' }
		}),
	}))
	refuseUnknown(
		tests,
		sections.flatMap(({ entries }) => entries.map(({ tag }) => tag)),
	)
	return [
		'# Security regression tests\n',
		`${GENERATED_NOTE} from \`scripts/reference/regressions.txt\` and \`// regression …\` comments in tests: vulnerabilities of comparable software, and the tests that show we don't have them.\n`,
		...sections.flatMap(({ heading, entries }) => [
			`## ${heading}\n`,
			table(
				['Item', 'Vulnerability or rule', 'Tests'],
				entries.map(({ names, what, tag }) => {
					const files = tests.get(tag)
					if (!files) throw new Error(`no test is tagged with ${tag}`)
					return [names, what, inCode(files).join('<br>')]
				}),
			),
		]),
	].join('\n')
}

const root = path.resolve(import.meta.dirname, '../..')

export type TestTag = 'asvs' | 'regression'

/** Maps each word of `// asvs …` or `// regression …` comments to the test files: `V6.2.1` → `domain/auth/check-password.test.ts`. */
export function readTestTags(tag: TestTag): Map<string, string[]> {
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
