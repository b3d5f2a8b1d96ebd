/**
 * `npm run mutate`: StrykerJS changes the rules of `domain/` in thousands of small ways, one folder after another, and runs the
 * folder's tests against each change; those that no test notices are printed. `npm run mutate -- domain/orders` takes one
 * folder, `npm run mutate -- server/services/a/b.ts --tests server/services/a/b.test.ts` a service with the tests named.
 * Ends with 1 below the score that tests/README.md asks for.
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
		// The compiler has no programming interface that Stryker knows; the tests read TypeScript without one.
		tsconfigFile: 'none',
		ignorePatterns: ['build', 'bench', 'data', 'docs', 'public'],
		tempDirName: '.cache/mutate',
		reporters: ['clear-text'],
		clearTextReporter: { logTests: false },
		thresholds: { high: 95, low: DOMAIN_SCORE, break: null },
	}).runMutationTest()
}

/** Share of the changes that a test notices, in percent. Changes that do not compile count for nothing. */
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
