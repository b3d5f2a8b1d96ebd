/**
 * `npm run doctor`: the launch checklist. Signs in to the configured services, queries DNS, and reads content, database and disk;
 * lists problems and how to fix them. Exits with 1 if there are any. `npm run doctor -- --json` prints JSON.
 */
import { type ChecklistLine, runChecklist } from '#server/services/operations/launch-checklist/run-checklist.ts'

import { runOperatorCommand, readArguments } from './operate.ts'

const { values } = readArguments({ options: { json: { type: 'boolean', default: false } } })

const LABELS = { ok: 'ok  ', off: '-   ', warn: 'LOOK', fix: 'FIX ' } as const

function formatLine({ what, why, state, found, howToFix }: ChecklistLine): string {
	const line = `${LABELS[state]}  ${what}: ${found}`
	return howToFix === '' ? line : `${line}\n      Why: ${why}\n      How: ${howToFix}`
}

await runOperatorCommand(async (ctx) => {
	const lines = await runChecklist(ctx)
	const count = (state: ChecklistLine['state']) => lines.filter((line) => line.state === state).length
	if (count('fix') > 0) process.exitCode = 1
	if (values.json) return console.log(JSON.stringify(lines, null, '\t'))
	const families = [...new Set(lines.map(({ family }) => family))]
	for (const family of families)
		console.log(
			`${family}\n${lines
				.filter((line) => line.family === family)
				.map(formatLine)
				.join('\n')}\n`,
		)
	console.log(`${count('fix')} to fix, ${count('warn')} to check, ${count('ok')} OK, ${count('off')} not in use.`)
})
