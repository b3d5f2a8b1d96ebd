import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { UnixAccount } from '#server/db/embedded/account.ts'

const RESTART_MS = 1000
const STOP_LIMIT_MS = 20_000

export type Command = { file: string; args: string[]; cwd: string; env?: NodeJS.ProcessEnv; account?: UnixAccount | null }

function signalGroup(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(-pid, name)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
	}
}

const cwdOf = (pid: number) => {
	try {
		return fs.readlinkSync(`/proc/${pid}/cwd`)
	} catch {
		return null
	}
}

/** Ends processes left behind by an earlier run that was killed. */
export async function endLeftovers(programs: Iterable<Program>): Promise<void> {
	const left = [...programs].flatMap(({ pidFile }) => {
		const pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8')) : 0
		return pid > 0 && cwdOf(pid) === path.dirname(pidFile) ? [{ pid, dir: path.dirname(pidFile) }] : []
	})
	for (const { pid } of left) signalGroup(pid, 'SIGTERM')
	for (const deadline = Date.now() + STOP_LIMIT_MS; left.some(({ pid, dir }) => cwdOf(pid) === dir); await sleep(100))
		if (Date.now() > deadline) for (const { pid } of left) signalGroup(pid, 'SIGKILL')
}

/** Program that is restarted when it exits, like `Restart=always` in systemd. It has a separate process group. */
export class Program {
	readonly name: string
	readonly #command: Command
	readonly pidFile: string
	readonly #log: string
	#child: ChildProcess | null = null
	#ended: Promise<void> = Promise.resolve()
	#isWanted = false

	constructor(name: string, command: Command) {
		this.name = name
		this.#command = command
		const file = path.join(command.cwd, name.split('/').at(-1) ?? '')
		this.#log = `${file}.log`
		this.pidFile = `${file}.pid`
	}

	get pid(): number {
		if (!this.#child?.pid) throw new Error(`${this.name} is not running`)
		return this.#child.pid
	}

	start(): void {
		this.#isWanted = true
		const { file, args, cwd, env = {}, account } = this.#command
		const log = fs.openSync(this.#log, 'a')
		const child = spawn(file, args, {
			cwd,
			env: { PATH: process.env['PATH'], HOME: cwd, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...env },
			stdio: ['ignore', log, log],
			detached: true,
			...account,
		})
		fs.closeSync(log)
		fs.writeFileSync(this.pidFile, String(child.pid ?? ''))
		this.#child = child
		this.#ended = new Promise((resolve) => {
			const end = () => {
				resolve()
				if (this.#child === child) this.#child = null
				setTimeout(() => this.#isWanted && this.#child === null && this.start(), RESTART_MS).unref()
			}
			child.once('exit', end)
			child.once('error', (error) => {
				fs.appendFileSync(this.#log, `${error.message}\n`)
				end()
			})
		})
	}

	/** Sends a signal to the program and its child processes. */
	signal(name: NodeJS.Signals): void {
		signalGroup(this.pid, name)
	}

	/** Kills the program, which stays down until `start`. */
	async kill(): Promise<void> {
		this.#isWanted = false
		if (!this.#child) return
		this.signal('SIGKILL')
		await this.#ended
	}

	/** Ends the program with SIGTERM; kills it after 20 s. */
	async stop(): Promise<void> {
		this.#isWanted = false
		if (!this.#child) return
		process.kill(this.pid, 'SIGTERM')
		const patience = new AbortController()
		const late = sleep(STOP_LIMIT_MS, undefined, { signal: patience.signal }).then(
			() => this.#child && this.signal('SIGKILL'),
			() => {},
		)
		await this.#ended
		patience.abort()
		await late
	}
}
