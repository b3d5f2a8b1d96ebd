// Runs one of the project's TypeScript scripts under the project's own Node: `node scripts/run.mjs scripts/build.ts --flag`.
// Plain JavaScript, so that any Node 20 can start it.
import { asCommand, ensureInstalled, findNode, runProgram, UserError } from './ensure.mjs'

await asCommand(async () => {
	const [script, ...args] = process.argv.slice(2)
	if (!script) throw new UserError('usage: node scripts/run.mjs <script.ts> [arguments]')
	await ensureInstalled()
	return runProgram(findNode(), [script, ...args])
})
