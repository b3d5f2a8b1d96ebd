import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'

import { makeCluster, makeDir, query } from '#tests/setup/embedded-dir.ts'
import { BARE_ENVIRONMENT, findFreePort } from '#tests/setup/server-process.ts'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const NOT_COPIED = new Set(['node_modules', 'data', 'releases', 'tests', 'docs', '.git', '.react-router', 'test-results'])

/** Copies the built program of this working copy, with its packages. */
function copyProgram(to: string): string {
	const filter = (file: string) => !NOT_COPIED.has(path.relative(ROOT, file).split(path.sep)[0] ?? '')
	fs.cpSync(ROOT, to, { recursive: true, filter, mode: fs.constants.COPYFILE_FICLONE })
	fs.symlinkSync(fs.realpathSync(path.join(ROOT, 'node_modules')), path.join(to, 'node_modules'))
	return to
}

/** Files that a release changes, relative to its folder. */
type Changes = Record<string, string>

const migration = (name: string) => `server/db/migrations/${name}`
export const ADDS_COLUMN: Changes = { [migration('9000_trial.sql')]: 'alter table public.module_feedback add column trial text;' }
export const BAD_MIGRATION: Changes = { [migration('9001_bad.sql')]: 'select no_such_column from public.module_feedback;' }
export const BAD_START: Changes = { 'server/main.ts': "process.stderr.write('this release is broken\\n')\nprocess.exit(1)\n" }

/** Creates a folder with a release to upgrade to. */
export function makeRelease(changes: Changes): string {
	const folder = copyProgram(path.join(makeDir(), 'release'))
	for (const [file, text] of Object.entries({ ...changes, 'release-name.txt': randomUUID() }))
		fs.writeFileSync(path.join(folder, file), text)
	return folder
}

function collect(child: ChildProcess) {
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += String(part)))
	const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
	return { child, ended, said: () => output }
}

/** Creates an installation and runs its service as systemd would. */
export async function makeInstallation() {
	const [home, dataDir, port] = [copyProgram(path.join(makeDir(), 'home')), await makeCluster(), await findFreePort()]
	const env = { ...BARE_ENVIRONMENT, PORT: String(port), DATA_DIR: dataDir, TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'error' }
	const spawnNode = (...args: string[]) => {
		const run = collect(spawn(process.execPath, args, { cwd: home, env, stdio: ['pipe', 'pipe', 'pipe'] }))
		onTestFinished(() => void run.child.kill('SIGKILL'))
		return run
	}
	const isReady = () =>
		fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
			({ status }) => status === 200,
			() => false,
		)
	const untilReady = () => expect.poll(isReady, { timeout: 120_000, interval: 100 }).toBe(true)
	let service = spawnNode('scripts/supervisor/serve.mjs')
	const start = async () => {
		service = spawnNode('scripts/supervisor/serve.mjs')
		await untilReady()
	}
	const command = (name: string, ...args: string[]) => spawnNode('scripts/run.mjs', `scripts/releases/${name}.ts`, ...args)
	const run = async (name: string, ...args: string[]) => {
		const { ended, said } = command(name, ...args)
		return { code: await ended, said: said() }
	}
	const socket = { host: path.join(dataDir, 'sock18'), port: 5432, user: 'postgres', database: 'postgres' }
	await untilReady()
	return {
		port,
		home,
		dataDir,
		start,
		untilReady,
		command,
		run,
		service: () => service,
		ask: (text: string) => query(socket, text),
		/** Folder of the running program. */
		running: async () => /^Running: (.*)$/m.exec((await run('upgrade')).said)?.[1],
	}
}

const PAGES = ['/', '/blog', '/readyz']

function openAsker(port: number) {
	const agent = new http.Agent({ keepAlive: true, maxSockets: 40 })
	const visitor = () => `198.18.${Math.ceil(Math.random() * 250)}.${Math.ceil(Math.random() * 250)}`
	const ask = (method: string, where: string, body = '') =>
		new Promise<string>((resolve) => {
			const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'x-forwarded-for': visitor() }
			const request = http.request({ host: '127.0.0.1', port, method, path: where, agent, headers }, (response) => {
				response.resume().once('end', () => resolve(String(response.statusCode)))
				response.once('error', (error) => resolve(error.message))
			})
			request.once('error', (error) => resolve(error.message)).end(body)
		})
	return { ask, close: () => agent.destroy() }
}

/**
 * Reads and writes pages over keep-alive connections at a steady rate until stopped.
 * @param writes per second
 * @returns a function that stops it and returns failures and acknowledged writes
 */
export function keepVisiting(port: number, writes: number) {
	const { ask, close } = openAsker(port)
	const failed: string[] = []
	const acknowledged: string[] = []
	const underWay = new Set<Promise<void>>()
	const follow = (asked: Promise<void>) => {
		underWay.add(asked)
		void asked.finally(() => underWay.delete(asked))
	}
	let isStopped = false
	let turn = 0
	const visiting = (async () => {
		for (; !isStopped; turn += 1) {
			const feedbackId = randomUUID()
			const write = ask('POST', '/api/leads/feedback', JSON.stringify({ feedbackId, helpful: true }))
			follow(write.then((status) => void (status === '201' ? acknowledged.push(feedbackId) : failed.push(`write: ${status}`))))
			const page = PAGES[turn % PAGES.length] ?? '/'
			if (turn % 2 === 0) follow(ask('GET', page).then((status) => void (status === '200' || failed.push(`${page}: ${status}`))))
			await sleep(1000 / writes)
		}
		await Promise.all(underWay)
		close()
	})()
	return async () => {
		isStopped = true
		await visiting
		return { failed, acknowledged }
	}
}
