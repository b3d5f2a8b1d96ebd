import { type ChildProcess, spawn } from 'node:child_process'
import os from 'node:os'

import { environmentFile, nodeOf } from '#scripts/ensure.mjs'
import { environmentOfProgram } from '#scripts/program.mjs'
import type { FromSupervisor, ToSupervisor, ResourceRequest } from '#server/process/supervised.ts'

import type { KeptResources } from './kept.ts'

/**
 * Time for a replaced server to finish. Idle connections close earlier, after their keep-alive timeout; this leaves time for a
 * long upload.
 */
const RETIRE_LIMIT_MS = 600_000
/** Time for the active server to finish. Shorter, because no other server is running and connections wait. */
const SHORT_LIMIT_MS = 1000
/**
 * Makes glibc return freed memory to the system: an idle server uses 40 MB less, and responses take the same CPU time (mallopt(3);
 * the Dockerfile sets the same). Systems without glibc ignore it.
 */
const GIVE_MEMORY_BACK = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

type Server = {
	folder: string
	child: ChildProcess
	/** Rejects with the reason if the server exits before it is ready. */
	ready: Promise<void>
	/** Exit code, or 128 + signal number. */
	ended: Promise<number>
}

/** Returns the program's Node.js; this process's own if the folder has none. */
export const nodeFor = (folder: string): string => nodeOf(folder) ?? process.execPath

const tell = ({ child }: Server, message: FromSupervisor, socket?: object): void => {
	if (child.connected) child.send(message, socket as never, (error) => void error)
}

/** Runs the server processes: normally one, and two while one takes over from the other. */
export class Servers {
	readonly #kept: KeptResources
	readonly #onPlace: (dataDir: string) => Promise<void>
	readonly #all = new Set<Server>()
	#active: Server | null = null
	#isStopping = false
	#retiring: Promise<unknown> = Promise.resolve()
	#onEnd: (code: number) => void = () => {}
	/** Folder of the program to start next. */
	folder: string

	/** @param options.onPlace called with the data folder before the supervisor responds to its first server */
	constructor(kept: KeptResources, { folder, onPlace }: { folder: string; onPlace: (dataDir: string) => Promise<void> }) {
		this.#kept = kept
		this.#onPlace = onPlace
		this.folder = folder
	}

	/**
	 * Starts the server.
	 * @returns the exit code of the last active server
	 */
	run(onReady: () => void): Promise<number> {
		return new Promise((resolve) => {
			this.#onEnd = resolve
			this.#active = this.#start(this.folder, false)
			this.#active.ready.then(onReady, () => {})
		})
	}

	/** Forwards a signal to the servers, and ends those that start later. */
	signal(name: NodeJS.Signals): void {
		this.#isStopping = true
		for (const { child } of this.#all) child.kill(name)
	}

	/** Waits until all servers have ended. */
	async settle(): Promise<void> {
		await Promise.all([...this.#all].map(({ ended }) => ended))
	}

	/** Returns the folders of the running programs. */
	get folders(): string[] {
		return [...this.#all].map(({ folder }) => folder)
	}

	/** Waits until no replaced server runs: the database has connections for only two servers. */
	settleRetired = (): Promise<unknown> => this.#retiring

	#start(folder: string, isTakeover: boolean): Server {
		const child = spawn(nodeFor(folder), [...environmentFile(), '--expose-gc', 'server/main.ts'], {
			cwd: folder,
			env: { ...GIVE_MEMORY_BACK, ...environmentOfProgram(), SUPERVISED: '1', RESTARTED_BY: 'supervise' },
			stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
		})
		let problem: string | null = null
		const ready = Promise.withResolvers<void>()
		ready.promise.catch(() => {}) // prevents an unhandled rejection, since the first start isn't awaited
		const ended = new Promise<number>((resolve) => {
			child.once('error', (error) => (problem = error.message))
			child.once('close', (code, signal) => resolve(signal ? 128 + os.constants.signals[signal] : (code ?? 1)))
		})
		const server: Server = { folder, child, ready: ready.promise, ended }
		this.#all.add(server)
		if (this.#isStopping) child.kill('SIGTERM')
		child.on('message', (message: ToSupervisor) => {
			if (message === 'ready') ready.resolve()
			else if (message.type === 'refused') problem = message.problem
			else void this.#answer(server, message.wanted, isTakeover)
		})
		void ended.then((code) => {
			this.#all.delete(server)
			ready.reject(new Error(problem ?? `it ended with exit code ${code}`))
			if (this.#active !== server) return
			this.#active = null
			this.#onEnd(code)
		})
		return server
	}

	async #answer(server: Server, wanted: ResourceRequest, isTakeover: boolean): Promise<void> {
		try {
			const { socket, database } = await this.#kept.open(wanted, isTakeover)
			await this.#onPlace(wanted.dataDir)
			tell(server, { type: 'kept', database, isTakeover }, socket)
		} catch (error) {
			tell(server, { type: 'refused', problem: error instanceof Error ? error.message : String(error) })
		}
	}

	#retire(server: Server, limitMs: number): void {
		tell(server, { type: 'retire', limitMs })
		this.#retiring = server.ended
	}

	/**
	 * Starts the server of another program next to the active one, and lets it take over when it's ready.
	 * @param record records the program for the next start; if that fails, the active server stays
	 * @throws Error with the reason; the active server then stays
	 */
	async switchTo(folder: string, record: () => Promise<void>): Promise<void> {
		await this.#retiring
		const old = this.#active
		if (!old) throw new Error('no server is running; see its log')
		const next = this.#start(folder, true)
		try {
			await next.ready
			await record()
			if (this.#active !== old) throw new Error('the running server stopped in the meantime')
		} catch (error) {
			this.#retire(next, RETIRE_LIMIT_MS)
			throw error
		}
		this.#active = next
		this.folder = folder
		this.#retire(old, RETIRE_LIMIT_MS)
		void old.ended.then(() => tell(next, { type: 'alone' }))
	}

	/**
	 * Stops the active server, does some work, and starts another program's server. Connections wait in the meantime.
	 * @param undo reverts the work if the other server doesn't start; the stopped one is then restarted
	 * @throws Error with the reason
	 */
	async replaceBy(folder: string, { work, undo, record }: Record<'work' | 'undo' | 'record', () => Promise<void>>): Promise<void> {
		await this.#retiring
		const old = this.#active
		if (!old) throw new Error('no server is running; see its log')
		this.#active = null
		this.#retire(old, SHORT_LIMIT_MS)
		await old.ended
		try {
			await work()
			const next = this.#start(folder, false)
			await next.ready
			await record().catch(async (error: unknown) => {
				next.child.kill('SIGTERM')
				await next.ended
				throw error
			})
			this.#active = next
			this.folder = folder
		} catch (error) {
			try {
				await undo()
			} finally {
				this.#active = this.#start(old.folder, false)
			}
			throw error
		}
	}
}
