/**
 * `npm run plugins`: removes the optional plugins in a copy of the tree, one by one and all together, and type-checks the
 * remaining server and tests. `-- wallets`: only this one. `--all`: all together, only the server, for `npm run check`.
 * `--tests`: also builds the copy and runs its server tests.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { listPlugins, removePlugin } from './code-metrics/remove-plugin.ts'
import { toolEnvironment, root, toolCommand } from './run-command.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' }, tests: { type: 'boolean' } } })

function copyTree(): string {
	const tree = mkdtempSync(path.join(tmpdir(), 'launchway-plugins-'))
	const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
		cwd: root,
		encoding: 'utf8',
	})
	const gone = new Set(execFileSync('git', ['ls-files', '--deleted'], { cwd: root, encoding: 'utf8' }).split('\n'))
	for (const file of listed.split('\n').filter((each) => each !== '' && !gone.has(each)))
		cpSync(path.join(root, file), path.join(tree, file), { recursive: true })
	symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
	return tree
}

const typesOf = (ring: string) => toolCommand('typescript/tsc', '--project', `tsconfig.${ring}.json`, '--pretty', 'false')

function checkWithout(names: readonly string[]): boolean {
	const tree = copyTree()
	const started = performance.now()
	const run = ([file = '', ...args]: readonly string[]) => execFileSync(file, args, { cwd: tree, env: toolEnvironment(), stdio: 'inherit' })
	try {
		for (const name of names) removePlugin(tree, name)
		if (listPlugins(tree).some((name) => names.includes(name))) throw new Error('a plugin is still mounted')
		run(typesOf('server'))
		if (!values.all) {
			run(toolCommand('@react-router/dev/react-router', 'typegen'))
			run(typesOf('tests'))
		}
		if (values.tests) {
			run([process.execPath, 'scripts/reference.ts'])
			run([process.execPath, 'scripts/build.mjs'])
			run(toolCommand('vitest', 'run', '--project', 'server', '--reporter', 'dot'))
		}
		console.log(`ok      without ${names.join(', ')} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
		return true
	} catch (error) {
		console.error(`FAILED  without ${names.join(', ')}: ${error instanceof Error ? error.message : String(error)}`)
		return false
	} finally {
		rmSync(tree, { recursive: true, force: true })
	}
}

const plugins = listPlugins(root)
const unknown = positionals.filter((name) => !plugins.includes(name))
if (unknown.length > 0) throw new Error(`no such plugin: ${unknown.join(', ')}; there are ${plugins.join(', ')}`)
const rounds = values.all ? [plugins] : positionals.length > 0 ? [positionals] : [...plugins.map((name) => [name]), plugins]
process.exitCode = rounds.map(checkWithout).every(Boolean) ? 0 : 1
