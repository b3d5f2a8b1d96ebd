/**
 * `npm run rollback`: returns to the program that ran before the last upgrade, with the current data and without a failed
 * request. `-- --with-data` also restores the data from before that upgrade, after showing what is lost. If Launchway isn't
 * running, the next start uses the previous program.
 */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'

import { home } from '#scripts/ensure.mjs'
import { runAsCommand, UsageError } from '#scripts/operate.ts'
import { folderOf, readProgram, recordProgram } from '#scripts/program.mjs'
import { NotRunning } from '#scripts/supervisor/control.ts'

import { findServer, type SupervisorQuestion } from './find-server.ts'
import { withReleaseLock } from './lock.ts'

const YES = 'yes'

async function confirm({
	losses,
	copiedAt,
}: {
	losses: Extract<SupervisorQuestion, { losses: unknown }>['losses']
	copiedAt: string
}): Promise<void> {
	console.log(`The data goes back to ${copiedAt}. Compared with now:`)
	for (const { table, lost, returning } of losses)
		console.log(`  ${table}: ${lost} new or changed rows are lost${returning > 0 ? `, ${returning} return as they were` : ''}`)
	if (losses.length === 0) console.log('  nothing is lost')
	console.log('Changes until you answer are lost, too. Payments stay with the provider: afterwards run "npm run payments:reconcile".')
	const terminal = createInterface({ input: process.stdin, output: process.stdout })
	const answer = await terminal.question(`Type "${YES}" to continue: `)
	terminal.close()
	if (answer.trim() !== YES) throw new Error('you did not confirm it')
}

async function rollBack(withData: boolean): Promise<void> {
	await withReleaseLock('npm run rollback', async (by) => {
		const [step, ...earlier] = readProgram().earlier
		if (!step) throw new UsageError('There is no earlier program to return to.')
		const { id, copy } = step
		const name = id ?? `the program in ${home}`
		const record = () => recordProgram({ id, earlier })
		if (withData && !copy) throw new UsageError('No copy of the data was made before that upgrade.')
		const server = await findServer().catch((error: unknown) => {
			if (error instanceof NotRunning && !withData) return null
			throw error
		})
		if (!server) {
			record()
			return console.log(`Launchway is not running. Its next start runs ${name}.`)
		}
		const answers = {
			say: (line: string) => console.log(line),
			answer: (question: SupervisorQuestion) => ('losses' in question ? confirm({ ...question, copiedAt: copy?.takenAt ?? '' }) : record()),
		}
		const request = { folder: folderOf(id), by }
		if (withData && copy) {
			const replaced = await server.ask<string>({ do: 'rollback-data', ...request, copy: copy.folder }, answers)
			console.log(
				`${name} is running with the data of ${copy.takenAt}. The data until now is in ${replaced}; delete it when it is no longer needed.`,
			)
		} else {
			await server.ask({ do: 'rollback', ...request }, answers)
			console.log(`${name} is running with the current data.`)
		}
	})
}

await runAsCommand(async () => {
	const { values } = parseArgs({ options: { 'with-data': { type: 'boolean', default: false } } })
	await rollBack(values['with-data'])
})
