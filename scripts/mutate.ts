/**
 * `npm run mutate`: StrykerJS makes thousands of small changes to `domain/`, folder by folder, runs the folder's tests against
 * each, and prints changes that no test noticed. `npm run mutate -- domain/orders` runs one folder, `npm run mutate --
 * server/services/a/b.ts --tests server/services/a/b.test.ts` one service with these tests. Exits with 1 if the score is below
 * the minimum in tests/README.md.
 */
import { Stryker } from '@stryker-mutator/core'
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { root } from './run-command.ts'

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const DOMAIN_SCORE = 90
const SERVICE_SCORE = 80

function mutate(files: string, tests: readonly string[]): Promise<MutantResult[]> {
	process.env['MUTATE_TESTS'] = tests.join(',')
	return new Stryker({
		mutate: [files, '!**/*.test.ts'],
		testRunner: 'vitest',
		plugins: ['@stryker-mutator/vitest-runner'],
		vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: false },
		coverageAnalysis: 'perTest',
		// Stryker can't use our version of the TypeScript compiler; the tests run TypeScript without it.
		tsconfigFile: 'none',
		ignorePatterns: ['build', 'bench', 'data', 'docs', 'public'],
		tempDirName: '.cache/mutate',
		reporters: ['clear-text'],
		clearTextReporter: { logTests: false },
		thresholds: { high: 95, low: DOMAIN_SCORE, break: null },
	}).runMutationTest()
}

/** Returns the percentage of changes that a test noticed. Changes that don't compile are ignored. */
function scoreOf(results: readonly MutantResult[]): number {
	const count = (...states: MutantResult['status'][]) => results.filter(({ status }) => states.includes(status)).length
	const noticed = count('Killed', 'Timeout')
	return (100 * noticed) / Math.max(1, noticed + count('Survived', 'NoCoverage'))
}

process.chdir(root)
const { values, positionals } = parseArgs({ options: { tests: { type: 'string', multiple: true } }, allowPositionals: true })
const rooms = readdirSync('domain', { withFileTypes: true }).filter((entry) => entry.isDirectory())
const given = positionals.length > 0 ? positionals : rooms.map(({ name }) => `domain/${name}`)
const results: MutantResult[] = []
for (const each of given) {
	if (!values.tests && !each.startsWith('domain/')) throw new Error('outside domain/, name the tests: --tests <file>')
	results.push(...(await (values.tests ? mutate(each, values.tests) : mutate(`${each}/**/*.ts`, [`${each}/**/*.test.ts`]))))
}
const score = scoreOf(results)
console.log(`${results.length} changes, ${score.toFixed(1)} % noticed`)
process.exitCode = score < (values.tests ? SERVICE_SCORE : DOMAIN_SCORE) ? 1 : 0
