/** Part of `npm run check`: checks paths, links, terms, configuration variables and endpoints in the documentation. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { environmentVariables } from '#server/process/environment.ts'

import { anchorsOf, findAnchoredLinks } from './check-docs/anchors.ts'
import { describeDifferences, findNamedPaths, namesInTable } from './check-docs/find-named-paths.ts'
import { mountedRoutes } from './check-docs/mounted-routes.ts'
import { findAvoidedWords } from './lint/avoided-words.ts'
import { readRouteLines } from './reference/route-lines.ts'
import { root } from './run-command.ts'

// Historical documents may name removed files, but their links must work.
const IS_HISTORY = /^(CHANGELOG\.md|docs\/adr\/archive\/)/

const CONFIGURATION = ['docs/configuration.md', 'docs/configuration-sign-in.md']

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const isThere = (place: string) => (/[*{]/.test(place) ? globSync(place, { cwd: root }).length > 0 : existsSync(path.join(root, place)))

const sources = globSync('{app,server,domain,contracts,content,tests,scripts}/**/*.{ts,tsx}', { cwd: root })
// Fixtures imitate the project, with files that it doesn't have.
const endsSource = (named: string) => sources.some((source) => source.endsWith(`/${named}`) && !source.startsWith('tests/fixtures/'))

function deadPaths(file: string): string[] {
	return findNamedPaths(read(file))
		.filter(({ isLink }) => isLink || !IS_HISTORY.test(file))
		.filter(({ path: named, isLink }) => !isThere(isLink ? path.join(path.dirname(file), named) : named) && (isLink || !endsSource(named)))
		.map(({ line, path: named }) => `${file}:${line} names ${named}, which does not exist`)
}

const MAX_WORDS_OF_A_RECORD = 400
const countWords = (file: string) => read(file).split(/\s+/).filter(Boolean).length

const records = globSync('[0-9]*.md', { cwd: path.join(root, 'docs/adr') })

function unknownRecords(file: string): string[] {
	const named = [...read(file).matchAll(/docs\/adr\/(\d{4})/g)].map(([, number = '']) => number)
	return named
		.filter((number) => !records.some((record) => record.startsWith(number)))
		.map((number) => `${file} names ADR ${number}, which is not in docs/adr`)
}

function deadAnchors(file: string): string[] {
	return findAnchoredLinks(read(file)).flatMap(({ line, path: named, anchor }) => {
		const target = named === '' ? file : path.join(path.dirname(file), named)
		// The check of paths reports missing files.
		if (!target.endsWith('.md') || !existsSync(path.join(root, target)) || anchorsOf(read(target)).has(anchor)) return []
		return [`${file}:${line} links to #${anchor}, which is not a heading of ${target}`]
	})
}

const avoidedWords = (file: string): string[] =>
	read(file)
		.split('\n')
		.flatMap((line, index) => findAvoidedWords(line).map(({ message }) => `${file}:${index + 1} ${message}`))

const documents = globSync(['*.md', 'docs/**/*.md', 'ops/**/*.md', '{app,server,domain,contracts,content,tests}/**/README.md'], {
	cwd: root,
}).sort()
const problems = [
	...documents.flatMap(deadPaths),
	...documents.filter((file) => !IS_HISTORY.test(file)).flatMap(deadAnchors),
	...documents.filter((file) => !IS_HISTORY.test(file)).flatMap(avoidedWords),
	...describeDifferences(
		findNamedPaths(read('docs/adr/README.md'))
			.map(({ path: named }) => named)
			.filter((named) => /^\d{4}-/.test(named)),
		records,
		{ missing: 'is not listed in docs/adr/README.md', surplus: 'is listed in docs/adr/README.md and does not exist' },
	),
	...sources.flatMap(unknownRecords),
	...records
		.map((record) => `docs/adr/${record}`)
		.filter((file) => countWords(file) > MAX_WORDS_OF_A_RECORD)
		.map((file) => `${file} has ${countWords(file)} words; a record has at most ${MAX_WORDS_OF_A_RECORD}`),
	...describeDifferences(
		CONFIGURATION.flatMap((file) => namesInTable(read(file), /^[A-Z][A-Z0-9_]+$/)),
		environmentVariables,
		{
			missing: `is read by server/config/config.ts and not in ${CONFIGURATION.join(' or ')}`,
			surplus: `is in ${CONFIGURATION.join(' or ')} and not read by server/config/config.ts`,
		},
	),
	...describeDifferences(
		readRouteLines().map(({ endpoint }) => endpoint),
		(await mountedRoutes()).map(({ endpoint }) => endpoint),
		{
			missing: 'is mounted: add a line to the routes.txt of its folder, then npm run reference',
			surplus: 'is in a routes.txt and not mounted',
		},
	),
]
for (const problem of problems) console.error(problem)
console.log(`${documents.length} documents, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
