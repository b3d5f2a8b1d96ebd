/**
 * `npm run dev`: starts the database once, restarts the server on each change, and serves the pages through Vite. The database
 * belongs to this process, so a server restart doesn't restart it. Needs no network.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

import { openDatabase } from '#server/db/open-database.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { readConfig } from '#server/process/environment.ts'

import { ensureBuilt } from './build.mjs'
import { prefixOutputLines } from './dev/label-lines.ts'
import { toolEnvironment, root, toolCommand } from './run-command.ts'

const STOP_LIMIT_MS = 15_000

const print = (line: string) => process.stdout.write(`${line}\n`)

function start(name: string, [file = '', ...args]: readonly string[], env: Record<string, string>): ChildProcess {
	const child = spawn(file, args, { cwd: root, env: { ...toolEnvironment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
	for (const stream of [child.stdout, child.stderr]) {
		const lines = prefixOutputLines(name.padEnd(6), print)
		stream.on('data', (chunk: Buffer) => lines.write(chunk))
		stream.on('end', () => lines.end())
	}
	return child
}

function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
	return new Promise((resolve) => child.once('close', () => resolve()))
}

async function stop(child: ChildProcess): Promise<void> {
	child.kill('SIGTERM')
	const patience = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
	await ended(child)
	clearTimeout(patience)
}

/** Resolves with an exit code on a signal, or when a program ends. */
const waitForEnd = (children: Record<string, ChildProcess>) =>
	new Promise<number>((resolve) => {
		let isAsked = false
		const leave = () => {
			isAsked = true
			resolve(0)
		}
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave)
		for (const [name, child] of Object.entries(children))
			child.once('close', (code) => {
				if (isAsked) return
				print(`dev    | ${name} ended by itself (exit code ${code ?? 'none'})`)
				resolve(1)
			})
	})

function loadConfig() {
	const file = path.join(root, '.env')
	try {
		if (fs.existsSync(file)) process.loadEnvFile(file)
		return readConfig({ ...process.env, NODE_ENV: 'development' })
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exit(1)
	}
}

const config = loadConfig()
const apiPort = config.port + 1
const lines = prefixOutputLines('data  ', print)
const database = await openDatabase(
	{ ...config, projectDir: root },
	createLogger('info', (line) => lines.write(Buffer.from(line))),
)

/** Rebuilds the console, because the server uses the built one; `--watch` then restarts the server. */
async function buildAdmin(): Promise<void> {
	await ensureBuilt({ only: 'console' }).catch((error: unknown) =>
		print(`dev    | ${error instanceof Error ? error.message : String(error)}`),
	)
}
let pending: NodeJS.Timeout | undefined
function watchAdmin(): void {
	for (const folder of ['app/admin', 'app/ui', 'app/lib', 'app/styles'])
		fs.watch(path.join(root, folder), { recursive: true }, () => {
			clearTimeout(pending)
			pending = setTimeout(() => void buildAdmin(), 300)
		})
}
await buildAdmin()
watchAdmin()

const shared = { NODE_ENV: 'development', GOTRUE_SITE_URL: config.siteUrl, API_ORIGIN: `http://127.0.0.1:${apiPort}` }
const server = start('server', [process.execPath, '--watch', '--watch-preserve-output', 'server/main.ts'], {
	...shared,
	PORT: String(apiPort),
})
const vite = toolCommand('@react-router/dev/react-router', 'dev', '--host', config.host, '--port', String(config.port), '--strictPort')
const web = start('web', vite, shared)

print(`dev    | pages at ${config.siteUrl}, APIs behind the same address, outbox at ${config.siteUrl}/dev/outbox; Ctrl-C stops all`)
const code = await waitForEnd({ server, web })
await Promise.all([stop(server), stop(web)])
await database.stop()
process.exit(code)
