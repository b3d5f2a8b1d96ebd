/**
 * How one process of the server takes over from another while people use the site (docs/decisions/0225). The first process holds
 * the database and starts the others; the socket goes from hand to hand, so no request is refused.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { type Server, type Socket, Server as SocketServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Estate } from './start-server.ts'

const TAKES_OVER = '--takes-over'
const PATIENCE_MS = 120_000
/** What a process that could not start has said, at most. */
const MOST_SAID = 2000

type Word = 'prepared' | 'serving' | 'replace' | 'replaced' | 'give' | 'given' | 'take' | 'connection'
type Message = { succession: Word; problem?: string }
type Heard = { problem: string | undefined; handle: unknown }

const isMessage = (message: unknown): message is Message => typeof message === 'object' && message !== null && 'succession' in message

function hear(from: NodeJS.Process | ChildProcess, word: Word, signal?: AbortSignal): Promise<Heard> {
	return new Promise((resolve, reject) => {
		const listen = (message: unknown, handle: unknown) => {
			if (!isMessage(message) || message.succession !== word) return
			from.off('message', listen)
			resolve({ problem: message.problem, handle })
		}
		from.on('message', listen)
		signal?.addEventListener('abort', () => {
			from.off('message', listen)
			reject(new Error(`no answer to ${word}`))
		})
	})
}

/** What the process that this one takes over from has left, or null for the first. */
export function readInheritance(argv: readonly string[]): { estate: Estate; buildDir: string } | null {
	const at = argv.indexOf(TAKES_OVER)
	return at === -1 ? null : (JSON.parse(argv[at + 1] ?? '') as { estate: Estate; buildDir: string })
}

/** The side of a process that takes over from another, and may be replaced itself. */
export const successor = {
	takeSocket: async (): Promise<Server> => {
		const taken = hear(process, 'take')
		process.send?.({ succession: 'prepared' })
		return (await taken).handle as Server
	},
	/** @param socket what this process accepts on */
	serve(socket: Server) {
		process.on('message', (message: unknown, handle: unknown) => {
			if (!isMessage(message)) return
			if (message.succession === 'connection') socket.emit('connection', handle)
			if (message.succession === 'give') process.send?.({ succession: 'given' }, socket)
		})
		process.send?.({ succession: 'serving' })
	},
	/** @throws Error that says why nobody took over */
	async replace(): Promise<void> {
		const replaced = hear(process, 'replaced')
		process.send?.({ succession: 'replace' })
		const { problem } = await replaced
		if (problem !== undefined) throw new Error(problem)
	},
}

type Own = { estate: Estate; socket: Server }
type Options = { env: NodeJS.ProcessEnv; buildDir: string; own: () => Promise<Own>; onLost: (code: number | null) => void }

/** The first process: it serves until another takes over, and then hands the site from one to the next. */
export class Host {
	readonly #options: Options
	readonly #children = new Set<ChildProcess>()
	#current: ChildProcess | null = null

	constructor(options: Options) {
		this.#options = options
	}

	/** @throws Error that says why nobody took over; then nothing has changed */
	async replace(): Promise<void> {
		const { estate, socket: ownSocket } = await this.#options.own()
		const { child, failed } = this.#start(estate)
		const limit = AbortSignal.timeout(PATIENCE_MS)
		try {
			await Promise.race([hear(child, 'prepared', limit), failed])
			const before = this.#current
			const socket = before ? await this.#takeFrom(before, child, limit) : ownSocket
			const serving = hear(child, 'serving', limit)
			child.send({ succession: 'take' }, socket)
			await Promise.race([serving, failed])
			if (before) socket.close()
			this.#current = child
		} catch (error) {
			child.kill('SIGKILL')
			throw error
		}
	}

	#start(estate: Estate) {
		const { buildDir, env } = this.#options
		const child = fork(process.argv[1] ?? '', [TAKES_OVER, JSON.stringify({ estate, buildDir })], {
			env,
			stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
		})
		this.#children.add(child)
		let said = ''
		child.stderr?.on('data', (chunk: Buffer) => {
			process.stderr.write(chunk)
			said = (said + chunk.toString()).slice(-MOST_SAID)
		})
		const failed = new Promise<never>((_, reject) => {
			child.once('error', reject)
			child.once('close', (code) => reject(new Error(said.trim() || `the new process ended with ${code ?? 'a signal'}`)))
		})
		failed.catch(() => {}) // later ends are told by onLost
		child.once('close', (code) => {
			this.#children.delete(child)
			if (child === this.#current) this.#options.onLost(code)
		})
		child.on('message', (message: unknown) => {
			if (!isMessage(message) || message.succession !== 'replace') return
			const answer = (problem?: string) =>
				child.connected && child.send({ succession: 'replaced', ...(problem !== undefined && { problem }) })
			this.replace().then(
				() => answer(),
				(error: unknown) => answer(error instanceof Error ? error.message : String(error)),
			)
		})
		return { child, failed }
	}

	/** What is accepted here while the socket passes through goes to the next one as it is, unread. */
	async #takeFrom(before: ChildProcess, next: ChildProcess, limit: AbortSignal): Promise<Server> {
		const given = hear(before, 'given', limit)
		before.send({ succession: 'give' })
		const { handle } = await given
		if (!(handle instanceof SocketServer)) throw new Error('the process that serves did not hand over its socket')
		Object.assign(handle, { pauseOnConnect: true })
		handle.on('connection', (socket: Socket) => next.send({ succession: 'connection' }, socket))
		return handle
	}

	/** Ends every process that was started here. */
	async stop(): Promise<void> {
		this.#current = null
		const ended = [...this.#children].map(
			(child) =>
				new Promise<void>((resolve) => {
					child.once('close', () => resolve())
					child.kill('SIGTERM')
				}),
		)
		await Promise.race([Promise.all(ended), sleep(PATIENCE_MS)])
	}
}
