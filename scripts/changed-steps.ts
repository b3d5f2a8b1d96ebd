import { script, toolCommand } from './run-command.ts'
import type { RunStep } from './run-steps.ts'

const CODE = /\.(ts|tsx|mjs)$/
const FORMATTED = /\.(ts|tsx|mjs|json|css|yaml|yml)$/

/** Returns the rings to type-check after a file has changed. */
function ringsOf(file: string): string[] {
	if (!/\.tsx?$/.test(file)) return []
	if (/\.test\.tsx?$/.test(file) || file.startsWith('tests/')) return ['tests']
	if (file.startsWith('domain/')) return ['domain', 'tests']
	if (file.startsWith('contracts/')) return ['contracts', 'server', 'app', 'admin']
	if (file.startsWith('app/admin/')) return ['admin']
	if (file.startsWith('app/')) return ['app', 'admin']
	return ['server']
}

const testOf = (file: string) => (/\.test\.tsx?$/.test(file) ? file : file.replace(/(\.server)?\.tsx?$/, '.test.ts'))

/**
 * Returns the checks and tests for changed files, for quick feedback. A merge requires all of `npm run check`.
 * @param files changed files that still exist, relative to the project
 * @param exists true if a path is in the project
 */
export function changedSteps(files: readonly string[], exists: (file: string) => boolean): RunStep[] {
	const code = files.filter((file) => CODE.test(file))
	const rings = [...new Set(code.flatMap(ringsOf))]
	const tests = [...new Set(code.flatMap((file) => [testOf(file), `${testOf(file)}x`]))].filter(
		(file) => exists(file) && !file.startsWith('tests/e2e/'),
	)
	const touches = (...folders: string[]) => files.some((file) => folders.some((folder) => file.startsWith(folder)))
	const formatted = files.filter((file) => FORMATTED.test(file))
	return [
		formatted.length > 0 && {
			name: 'format',
			commands: [toolCommand('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...formatted)],
		},
		code.length > 0 && { name: 'lint', commands: [toolCommand('oxlint', ...code)] },
		rings.length > 0 && { name: 'types', commands: [script('typecheck.ts', ...rings)] },
		touches('content/') && { name: 'content', commands: [script('check-content.ts')] },
		code.length > 0 && { name: 'structure', commands: [script('code-metrics.ts', '--check')] },
		files.some((file) => file.endsWith('.md')) && { name: 'documents', commands: [script('check-docs.ts')] },
		touches('server/', 'tests/', 'scripts/', 'docs/') && { name: 'reference', commands: [script('reference.ts', '--check')] },
		tests.length > 0 && { name: 'tests', commands: [toolCommand('vitest', 'run', '--reporter', 'dot', ...tests)] },
	].filter((step) => step !== false)
}
