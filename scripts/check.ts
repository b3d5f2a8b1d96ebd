/** `npm run check`: all checks of a change that need no browser, in under a minute. Must pass before a merge. */
import { script, tool } from './run-command.ts'
import { runSteps, type Step } from './run-steps.ts'

const STEPS: Step[] = [
	{ name: 'format', commands: [tool('oxfmt', '--check')] },
	{ name: 'lint', commands: [tool('oxlint')] },
	{ name: 'types', commands: [script('typecheck.ts')] },
	{ name: 'content', commands: [script('check-content.ts')] },
	{ name: 'house', commands: [script('house.ts', '--check')] },
	{ name: 'wings', commands: [script('without-wings.ts', '--all')] },
	{ name: 'documents', commands: [script('check-docs.ts')] },
	{ name: 'reference', commands: [script('reference.ts', '--check')] },
	{ name: 'row types', commands: [script('generate-row-types.ts', '--check')] },
	{ name: 'unused code', commands: [tool('knip', '--no-progress')] },
	{ name: 'rules', commands: [tool('vitest', 'run', '--project', 'rules', '--reporter', 'dot')] },
]

// Checks the project itself, without content edited on this machine.
process.env.CONTENT_DIR ??= 'node_modules/.cache/no-edited-content'

/** `npm test` runs the rules with all other tests. */
const steps = process.argv.includes('--without-rules') ? STEPS.filter(({ name }) => name !== 'rules') : STEPS

const started = performance.now()
const failed = await runSteps(steps, console.log)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(
	failed.length === 0 ? `\nAll ${steps.length} checks passed in ${seconds} s` : `\nFailed after ${seconds} s: ${failed.join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
