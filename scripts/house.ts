/**
 * `npm run house`: the figures by which the code is kept readable. `--check` fails on a folder cycle, on a landed
 * migration that was changed, or when a ring exceeds its budget (house/budget.json): a commit that raises one says why.
 */
import { execFileSync } from 'node:child_process'

import budget from './house/budget.json' with { type: 'json' }
import { findMigrationProblems } from './house/landed-migrations.ts'
import { type House, measureHouse, PRODUCTION } from './house/measure.ts'
import { root } from './run-command.ts'

const trackedFiles = () =>
	execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n')

function findProblems({ cycles, lines }: House): string[] {
	return [
		...cycles.map((folders) => `These folders import each other: ${folders.join(', ')}`),
		...PRODUCTION.filter((ring) => lines[ring] > budget.lines[ring]).map(
			(ring) => `${ring} has ${lines[ring]} lines, its budget is ${budget.lines[ring]} (scripts/house/budget.json)`,
		),
	]
}

function printTable({ cycles, lines, wideShare, citingComments, medianFile, longestFile }: House): void {
	const total = PRODUCTION.reduce((sum, ring) => sum + lines[ring], 0)
	console.table({
		'folder cycles': cycles.length,
		'production lines': total,
		...Object.fromEntries(PRODUCTION.map((ring) => [`  ${ring}`, `${lines[ring]} of ${budget.lines[ring]}`])),
		'lines over 100 columns': `${(wideShare * 100).toFixed(1)} %`,
		'comments that cite what is not here': citingComments,
		'median file': medianFile,
		'longest file': `${longestFile.lines} (${longestFile.file})`,
	})
}

const house = measureHouse(trackedFiles().filter(Boolean))
if (!process.argv.includes('--check')) printTable(house)
const problems = [...findProblems(house), ...findMigrationProblems()]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
