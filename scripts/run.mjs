// Runs one of the project's TypeScript scripts with the project's Node.js: `node scripts/run.mjs scripts/jobs.ts dead`. Operator
// commands have the service's environment; developer commands, marked with `--tools`, don't. Plain JavaScript, so any
// Node.js 20 can run it.
import { asCommand, environmentFile, findNode, holdPackages, requireInstalled, requireSettings, runProgram, UserError } from './ensure.mjs'
import { accountOfService, environmentOfService, runInRelease } from './program.mjs'

/** Scripts that change the installation or the machine, so they keep root's privileges. */
const NEEDS_ROOT = ['scripts/install-service.ts', 'scripts/releases/upgrade.ts', 'scripts/releases/rollback.ts']

await asCommand(async () => {
	const given = process.argv.slice(2)
	const withTools = given[0] === '--tools'
	if (!withTools) {
		Object.assign(process.env, { ...environmentOfService(), ...process.env })
		requireSettings()
	}
	// Operator commands use the program that is running.
	if (!withTools && (await runInRelease('run.mjs'))) return process.exitCode
	const [script, ...args] = withTools ? given.slice(1) : given
	if (!script) throw new UserError('usage: node scripts/run.mjs [--tools] <script.ts> [arguments]')
	requireInstalled({ withTools })
	if (withTools) holdPackages()
	const account = withTools || NEEDS_ROOT.includes(script) ? null : accountOfService()
	return runProgram(findNode(), [...(withTools ? [] : environmentFile()), script, ...args], { account })
})
