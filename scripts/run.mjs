// Runs one of the project's TypeScript scripts under the project's own Node: `node scripts/run.mjs scripts/jobs.ts dead`.
// An operator's command reads the environment file of the service; `--tools` marks one for developers, which does not.
// Plain JavaScript, so that any Node 20 can start it.
import { asCommand, ENVIRONMENT_FILE, findNode, holdPackages, requireInstalled, runProgram, UserError } from './ensure.mjs'

await asCommand(async () => {
	const given = process.argv.slice(2)
	const withTools = given[0] === '--tools'
	const [script, ...args] = withTools ? given.slice(1) : given
	if (!script) throw new UserError('usage: node scripts/run.mjs [--tools] <script.ts> [arguments]')
	requireInstalled({ withTools })
	if (withTools) holdPackages()
	return runProgram(findNode(), [...(withTools ? [] : ENVIRONMENT_FILE), script, ...args])
})
