import { execFileSync, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'

import { root } from './run-command.ts'

/** Creates a project with one dependency and one dev tool, both local, so that npm needs no network. */
function makeProject(): string {
	const dir = fs.mkdtempSync(path.join(inject('scratchDir'), 'project-'))
	onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
	const write = (name: string, value: object) => {
		fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
		fs.writeFileSync(path.join(dir, name), JSON.stringify(value))
	}
	for (const name of ['engine', 'tool']) {
		write(`${name}/package.json`, { name, version: '1.0.0' })
		npm(dir, 'pack', `./${name}`)
	}
	write('package.json', {
		name: 'project',
		dependencies: { engine: 'file:engine-1.0.0.tgz' },
		devDependencies: { tool: 'file:tool-1.0.0.tgz' },
	})
	npm(dir, 'install', '--package-lock-only')
	fs.cpSync(path.join(root, 'scripts'), path.join(dir, 'scripts'), { recursive: true, filter: (file) => !file.endsWith('.ts') })
	return dir
}

const npm = (cwd: string, ...args: string[]) =>
	execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd, stdio: 'ignore' })

const node = (cwd: string, ...args: string[]) => spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
const install = (cwd: string, withTools: boolean) =>
	node(
		cwd,
		'--input-type=module',
		'-e',
		`const { asCommand } = await import('${cwd}/scripts/ensure.mjs')
		const { ensureInstalled } = await import('${cwd}/scripts/install.mjs')
		await asCommand(async () => { await ensureInstalled({ withTools: ${withTools} }); return 0 })`,
	)
const installed = (dir: string) => fs.readdirSync(path.join(dir, 'node_modules')).filter((name) => !name.startsWith('.'))

test('a command with missing packages fails with one message and installs nothing', () => {
	const dir = makeProject()
	const { status, stderr } = node(dir, 'scripts/run.mjs', 'scripts/jobs.ts')
	expect([status, stderr]).toEqual([
		1,
		'Packages from the lock file are missing, and this command does not install them. Run npm start first.\n',
	])
	expect(node(dir, 'scripts/run.mjs', '--tools', 'scripts/check.ts').stderr).toContain('Run npm install --no-save --include=dev first.')
	expect(fs.existsSync(path.join(dir, 'node_modules'))).toBe(false)
})

test('only npm start, npm test, npm run setup and npm run upgrade can install packages', () => {
	const scripts = fs.readdirSync(path.join(root, 'scripts'), { recursive: true, encoding: 'utf8' })
	const sources = scripts.filter((file) => /\.m?[jt]sx?$/.test(file) && !/\.test\.tsx?$/.test(file))
	const withText = (text: RegExp) =>
		sources.filter((file) => text.test(fs.readFileSync(path.join(root, 'scripts', file), 'utf8'))).toSorted()
	expect(withText(/from '.*\binstall\.mjs'/)).toEqual(['prepare.mjs', 'setup.mjs', 'start.mjs', 'test.mjs'])
	expect(withText(/'npm(\.cmd)?'/)).toEqual(['install.mjs'])
})

test('tools for tests are added while a server runs, but changing its packages requires stopping it', async () => {
	const dir = makeProject()
	const inode = () => fs.statSync(path.join(dir, 'node_modules', 'engine', 'package.json')).ino
	install(dir, false)
	expect(installed(dir)).toEqual(['engine'])

	const server = spawn(process.execPath, [
		'--input-type=module',
		'-e',
		`const { holdPackages } = await import('${dir}/scripts/ensure.mjs'); holdPackages(); setInterval(() => {}, 1000)`,
	])
	onTestFinished(() => void server.kill('SIGKILL'))
	const before = inode()
	expect(install(dir, true)).toMatchObject({ status: 0, stderr: '' })
	expect([installed(dir), inode()]).toEqual([['engine', 'tool'], before])

	const lockFile = path.join(dir, 'package-lock.json')
	const lock = fs.readFileSync(lockFile, 'utf8')
	fs.writeFileSync(lockFile, lock.replaceAll('"version": "1.0.0"', '"version": "2.0.0"'))
	const note = path.join(dir, 'node_modules', '.cache', 'in-use', String(server.pid))
	await expect.poll(() => fs.existsSync(note)).toBe(true)
	expect(install(dir, true)).toMatchObject({
		status: 1,
		stderr: `The packages must change, and process ${server.pid} (npm start?) is using them. Stop it, then try again.\n`,
	})
	expect([installed(dir), inode()]).toEqual([['engine', 'tool'], before])
})
