/**
 * `npm run house`: prints maintainability metrics of the code. `--check` fails on an import cycle between folders, on a changed
 * migration, and on a migration that would break the previous program.
 */
import { execFileSync } from 'node:child_process'

import { findMigrationProblems } from './code-metrics/landed-migrations.ts'
import { type CodeMetrics, measureCode, PRODUCTION_RINGS } from './code-metrics/measure.ts'
import { findMigrationStepProblems } from './code-metrics/migration-steps.ts'
import { root } from './run-command.ts'

const trackedFiles = () =>
	execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n')

const findProblems = ({ cycles }: CodeMetrics) => cycles.map((folders) => `These folders import each other: ${folders.join(', ')}`)

function printTable({ cycles, lines, wideShare, citingComments, medianFile, longestFile }: CodeMetrics): void {
	const total = PRODUCTION_RINGS.reduce((sum, ring) => sum + lines[ring], 0)
	console.table({
		'folder cycles': cycles.length,
		'production lines': total,
		...Object.fromEntries(PRODUCTION_RINGS.map((ring) => [`  ${ring}`, lines[ring]])),
		'lines over 100 columns': `${(wideShare * 100).toFixed(1)} %`,
		'comments that cite missing documents': citingComments,
		'median file': medianFile,
		'longest file': `${longestFile.lines} (${longestFile.file})`,
	})
}

const metrics = measureCode(trackedFiles().filter(Boolean))
if (!process.argv.includes('--check')) printTable(metrics)
const problems = [...findProblems(metrics), ...findMigrationProblems(), ...findMigrationStepProblems()]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
