/** Type-checks every ring, or the named ones, each with only the types it may use. */
import { runCommand, toolCommand } from './run-command.ts'
import { runSteps } from './run-steps.ts'

const RINGS = ['tests', 'server', 'app', 'admin', 'contracts', 'domain']

const routes = await runCommand(toolCommand('@react-router/dev/react-router', 'typegen'))
if (routes.code !== 0) {
	console.error(`react-router typegen failed\n${routes.output}`)
	process.exit(1)
}
const named = process.argv.slice(2)
const steps = RINGS.filter((ring) => named.length === 0 || named.includes(ring)).map((ring) => ({
	name: ring,
	commands: [toolCommand('typescript/tsc', '--project', `tsconfig.${ring}.json`, '--pretty', 'false')],
}))
const failed = await runSteps(steps, console.log)
process.exitCode = failed.length > 0 ? 1 : 0
