/**
 * `npm run house`: prints maintainability metrics of the code. `--check` fails on an import cycle between folders, on a changed
 * migration, and on a migration that would break the previous program.
 */
import { execFileSync } from 'node:child_process'

import { findMigrationProblems } from './house/landed-migrations.ts'
import { type House, measureHouse, PRODUCTION_RINGS } from './house/measure.ts'
import { findMigrationStepProblems } from './house/migration-steps.ts'
import { root } from './run-command.ts'

const trackedFiles = () =>
	execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n')

const findProblems = ({ cycles }: House) => cycles.map((folders) => `These folders import each other: ${folders.join(', ')}`)

function printTable({ cycles, lines, wideShare, citingComments, medianFile, longestFile }: House): void {
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

const house = measureHouse(trackedFiles().filter(Boolean))
if (!process.argv.includes('--check')) printTable(house)
const problems = [...findProblems(house), ...findMigrationProblems(), ...findMigrationStepProblems()]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
