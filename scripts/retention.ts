/**
 * `npm run retention -- --dry-run` prints what the daily job would delete now, by table, without changing anything. `npm run
 * retention` deletes it.
 */
import { parseArgs } from 'node:util'

import { applyRetention, previewRetention, type RetentionReport } from '#server/services/people/privacy/apply-retention.ts'

import { runOperatorCommand } from './operate.ts'

function print(report: RetentionReport): void {
	const lines = Object.entries(report).map(([table, count]) => `${String(count).padStart(10)}  ${table}`)
	console.log(lines.length === 0 ? 'No data is past its retention period.' : lines.join('\n'))
}

await runOperatorCommand(async (ctx) => {
	const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
	print(values['dry-run'] ? await previewRetention(ctx) : await applyRetention(ctx))
})
