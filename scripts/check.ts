/**
 * `npm run check`: runs all checks that need no browser. They must pass before a merge. `-- --changed` runs only the checks and
 * tests of files that differ from origin/main.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

import { changedSteps } from './changed-steps.ts'
import { root, script, toolCommand } from './run-command.ts'
import { runSteps, type RunStep } from './run-steps.ts'

const STEPS: RunStep[] = [
	{ name: 'format', commands: [toolCommand('oxfmt', '--check')] },
	// Oxlint also checks the types, of each file with those of its ring. It reads the types anyway, so this takes half the time of a
	// separate type check.
	{ name: 'lint, types', commands: [toolCommand('@react-router/dev/react-router', 'typegen'), toolCommand('oxlint', '--type-check')] },
	{ name: 'content', commands: [script('check-content.ts')] },
	{ name: 'structure', commands: [script('code-metrics.ts', '--check')] },
	{ name: 'plugins', commands: [script('without-plugins.ts', '--all')] },
	{ name: 'documents', commands: [script('check-docs.ts')] },
	{ name: 'reference', commands: [script('reference.ts', '--check')] },
	{ name: 'row types', commands: [script('generate-row-types.ts', '--check')] },
	{ name: 'unused code', commands: [toolCommand('knip', '--no-progress')] },
	{ name: 'rules', commands: [toolCommand('vitest', 'run', '--project', 'rules', '--reporter', 'dot')] },
]

// Checks the project itself, ignoring content edited on this machine.
process.env.CONTENT_DIR ??= 'node_modules/.cache/no-edited-content'

/** `npm test` passes this option, because it runs the tests of the rules itself. */
const allSteps = process.argv.includes('--without-rules') ? STEPS.filter(({ name }) => name !== 'rules') : STEPS

const git = (...args: string[]) =>
	execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
const exists = (file: string) => existsSync(path.join(root, file))

/** Lists files that have changed since this branch left origin/main; without a remote, since the last commit. */
function changedFiles(): string[] {
	let base = 'HEAD'
	try {
		base = git('merge-base', 'origin/main', 'HEAD')[0] ?? base
	} catch {
		// This clone has no origin/main, so changes are compared with the last commit.
	}
	const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
	return [...new Set(files)].filter((file) => file !== '' && exists(file))
}

const steps = process.argv.includes('--changed') ? changedSteps(changedFiles(), exists) : allSteps

const started = performance.now()
const failed = await runSteps(steps, console.log)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(
	failed.length === 0 ? `\nAll ${steps.length} checks passed in ${seconds} s` : `\nFailed after ${seconds} s: ${failed.join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
