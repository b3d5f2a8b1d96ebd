// Summarizes the test runners' reports: passed, failed, slowest. Plain JavaScript without dependencies, like scripts/test.mjs,
// which uses it.
import path from 'node:path'

const LISTED = 10

/**
 * Counts a runner that failed without a failed test (a file that doesn't load, a crash, no report) as one failure, named in
 * `failures`.
 * @param {string} runner
 * @param {{ passed: number, failed: number }} counts
 * @param {number} code exit code of the runner
 */
export function countFailedRunner(runner, { passed, failed }, code) {
	if (code === 0 || failed > 0) return { passed, failed, failures: [] }
	return { passed, failed: 1, failures: [`${runner} ended with exit code ${code}, but no test failed: see the end of its output`] }
}

/** @param output of `npm run check`, with a line for each step */
export function countChecks(output) {
	const count = (word) => output.split('\n').filter((line) => line.startsWith(word)).length
	return { passed: count('ok '), failed: count('FAILED ') }
}

/** @param report of Vitest's JSON reporter, or null */
export const countVitest = (report) => ({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 })

/**
 * A test that passed on a retry counts as passed.
 * @param report of Playwright's JSON reporter, or null
 */
export function countPlaywright(report) {
	const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
	return { passed: expected + flaky, failed: unexpected }
}

const vitestTimes = (report, root) =>
	(report?.testResults ?? []).map(({ name, startTime, endTime }) => ({ name: path.relative(root, name), ms: endTime - startTime }))

const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)]

const playwrightTimes = (report) =>
	specsOf(report ?? {}).map(({ file, title, tests }) => ({
		name: `${file} › ${title}`,
		ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
	}))

const vitestFailures = (report, root) =>
	(report?.testResults ?? [])
		.filter(({ status }) => status === 'failed')
		.flatMap(({ name, message, assertionResults = [] }) => {
			const failed = assertionResults.filter(({ status }) => status === 'failed')
			const lines = failed.map(({ fullName, failureMessages = [] }) => `${fullName}: ${firstLine(failureMessages[0])}`)
			return (lines.length > 0 ? lines : [firstLine(message)]).map((line) => `${path.relative(root, name)} › ${line}`)
		})

const firstLine = (text = '') => text.split('\n', 1)[0]

const playwrightFailures = (report) =>
	specsOf(report ?? {})
		.filter(({ ok }) => ok === false)
		.map(({ file, title }) => `${file} › ${title}`)

const LINES_OF_A_STACK = 6

const unhandledFailures = (errors) =>
	(errors ?? []).map(({ name, message, stack = '' }) =>
		[
			`Unhandled ${name}: ${message}`,
			...stack
				.split('\n')
				.filter((line) => /^\s+at /.test(line))
				.slice(0, LINES_OF_A_STACK),
		].join('\n'),
	)

/** Lists the failures, one per line; errors outside of tests have their stack. The end of the output contains all of them. */
export const listFailures = ({ vitest, unhandled, playwright, root }) => [
	...vitestFailures(vitest, root),
	...unhandledFailures(unhandled),
	...playwrightFailures(playwright),
]

export const listSlowest = ({ vitest, playwright, root }) =>
	[vitestTimes(vitest, root), playwrightTimes(playwright)].flatMap((times) =>
		times
			.toSorted((a, b) => b.ms - a.ms)
			.slice(0, LISTED)
			.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`),
	)
