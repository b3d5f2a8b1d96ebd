import { expect, test } from 'vitest'

import { countChecks, countPlaywright, countVitest, listFailures, listSlowest, countFailedRunner } from './test-report.mjs'

test.each([
	[{ passed: 3, failed: 0 }, 0, { passed: 3, failed: 0 }, 0],
	[{ passed: 3, failed: 2 }, 1, { passed: 3, failed: 2 }, 0],
	[{ passed: 3, failed: 0 }, 1, { passed: 3, failed: 1 }, 1],
	[{ passed: 0, failed: 0 }, 137, { passed: 0, failed: 1 }, 1],
])('%o with exit code %i is reported as %o with %i more failures', (counts, code, counted, named) => {
	const { failures, ...rest } = countFailedRunner('Vitest', counts, code)
	expect(rest).toEqual(counted)
	expect(failures).toHaveLength(named)
})

test('a check step is counted once by the first word of its line', () => {
	expect(countChecks('ok      format  0.4 s\nFAILED  lint  2.0 s\n    ok in the output of a step\nok      types  1.0 s\n')).toEqual({
		passed: 2,
		failed: 1,
	})
})

test('a runner without a report has no passed and no failed tests', () => {
	expect([countVitest(null), countPlaywright(null)]).toEqual([
		{ passed: 0, failed: 0 },
		{ passed: 0, failed: 0 },
	])
})

test('each tool’s report is counted correctly', () => {
	expect(countVitest({ numPassedTests: 7, numFailedTests: 2, numPendingTests: 1 })).toEqual({ passed: 7, failed: 2 })
	expect(countPlaywright({ stats: { expected: 5, flaky: 1, unexpected: 3, skipped: 4 } })).toEqual({ passed: 6, failed: 3 })
})

test('every failure is listed: a test, a file that doesn’t load, a journey', () => {
	const vitest = {
		testResults: [
			{ name: '/repo/domain/a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'right' }] },
			{
				name: '/repo/domain/b.test.ts',
				status: 'failed',
				assertionResults: [
					{ status: 'passed', fullName: 'right' },
					{ status: 'failed', fullName: 'wrong', failureMessages: ['expected 1 to be 2\n    at b.test.ts:3'] },
				],
			},
			{ name: '/repo/domain/c.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
		],
	}
	const playwright = {
		suites: [
			{
				specs: [
					{ file: 'd.test.ts', title: 'lost', ok: false, tests: [] },
					{ file: 'd.test.ts', title: 'found', ok: true, tests: [] },
				],
			},
		],
	}
	const unhandled = [{ name: 'Error', message: 'lost connection', stack: 'Error: lost connection\n    at read (pool.ts:3)' }]
	expect(listFailures({ vitest, unhandled, playwright, root: '/repo' })).toEqual([
		'domain/b.test.ts › wrong: expected 1 to be 2',
		'domain/c.test.ts › Cannot find module',
		'Unhandled Error: lost connection\n    at read (pool.ts:3)',
		'd.test.ts › lost',
	])
	expect(listFailures({ vitest: null, unhandled: null, playwright: null, root: '/repo' })).toEqual([])
})

test('the slowest tests come first, ten of each kind', () => {
	const vitest = {
		testResults: Array.from({ length: 12 }, (_each, index) => ({
			name: `/repo/domain/file-${index}.test.ts`,
			startTime: 0,
			endTime: index * 100,
		})),
	}
	const journey = (title: string, duration: number) => ({ file: 'a.test.ts', title, tests: [{ results: [{ duration }] }] })
	const playwright = { suites: [{ specs: [journey('one', 1500)], suites: [{ specs: [journey('two', 2500)] }] }] }
	const lines = listSlowest({ vitest, playwright, root: '/repo' })
	expect(lines).toHaveLength(12)
	expect(lines[0]).toBe('   1.1 s  domain/file-11.test.ts')
	expect(lines.slice(-2)).toEqual(['   2.5 s  a.test.ts › two', '   1.5 s  a.test.ts › one'])
})
