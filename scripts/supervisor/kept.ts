import dns from 'node:dns/promises'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getSystemErrorName } from 'node:util'

import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { type DatabaseWatch, watchDatabase } from '#server/db/watch-database.ts'
import { createLogger } from '#server/kernel/logger.ts'
import type { SupervisedResources, ResourceRequest } from '#server/process/supervised.ts'

/** Handle of a bound socket, as the cluster module of Node.js opens it for its workers. */
type Handle = { close: () => void; getsockname: (out: Partial<Bound>) => number }
type Bound = { address: string; port: number }
type CreateHandle = (
	...to: [address: string, port: number, family: number] | [address: null, port: 0, family: 4, fd: number]
) => Handle | number
/** Internal Node.js function: the only way to bind a socket without accepting connections, which the servers do. */
const createHandle = (net as unknown as { _createServerHandle: CreateHandle })._createServerHandle

/** Time to wait for the port, since a server that was just stopped may still be shutting down. */
const PORT_PATIENCE_MS = 2000
const PORT_RETRY_MS = 100

function addressOf(handle: Handle): Partial<Bound> {
	const bound: Partial<Bound> = {}
	handle.getsockname(bound)
	return bound
}

/** First of the descriptors with which systemd starts a service (sd_listen_fds(3)). */
const FIRST_PASSED = 3

/**
 * Takes the socket that systemd keeps open (launchway.socket), so that connections wait while the service restarts.
 * @returns null without such a socket, or if HOST and PORT now name another address
 */
async function takePassedSocket({ host, port }: ResourceRequest): Promise<Handle | null> {
	const { LISTEN_PID, LISTEN_FDS } = process.env
	delete process.env['LISTEN_FDS'] // a socket can be taken once
	if (LISTEN_PID !== String(process.pid) || LISTEN_FDS !== '1') return null
	const handle = createHandle(null, 0, 4, FIRST_PASSED)
	if (typeof handle === 'number') return null
	const [bound, wanted] = [addressOf(handle), await dns.lookup(host)]
	if (bound.address === wanted.address && bound.port === port) return handle
	handle.close()
	console.error(
		`systemd listens on ${bound.address}:${bound.port}, but HOST and PORT say ${host}:${port}: run "sudo npm run install-service" again.`,
	)
	return null
}

/** @returns the handle, or the error code */
async function bind({ host, port }: ResourceRequest): Promise<Handle | string> {
	const { address, family } = await dns.lookup(host)
	const handle = createHandle(address, port, family)
	if (typeof handle === 'number') return getSystemErrorName(handle)
	// A handle whose port is taken isn't bound, and listening on it would open another port.
	if (port === 0 || addressOf(handle).port === port) return handle
	handle.close()
	return 'EADDRINUSE'
}

async function takeSocket(wanted: ResourceRequest): Promise<Handle> {
	const passed = await takePassedSocket(wanted)
	if (passed) return passed
	const deadline = performance.now() + PORT_PATIENCE_MS
	for (;;) {
		const found = await bind(wanted)
		if (typeof found !== 'string') return found
		if (found !== 'EADDRINUSE' || performance.now() > deadline) {
			const { explainPortFailure } = await import('#server/process/listen.ts')
			throw explainPortFailure(wanted, Object.assign(new Error(found), { code: found }))
		}
		await sleep(PORT_RETRY_MS)
	}
}

const silentLog = createLogger('error', () => {})

/**
 * Holds what outlives the servers: the listening socket, in which connections wait while no server runs, the embedded database,
 * and the claim on its folder.
 */
export class KeptResources {
	#socket: { address: string; handle: Handle } | null = null
	#database: { dataDir: string; open: OpenDatabase; watch: DatabaseWatch } | null = null
	#databaseUrl: string | null = null
	readonly #onClaimLost: (error: Error) => void

	constructor(onClaimLost: (error: Error) => void) {
		this.#onClaimLost = onClaimLost
	}

	/** The embedded database; null with DATABASE_URL. */
	get database(): OpenDatabase | null {
		return this.#database?.open ?? null
	}

	get databaseUrl(): string | null {
		return this.#databaseUrl
	}

	/**
	 * Opens the socket and the database that a server needs, unless they are open already.
	 * @param isTakeover another server still uses the database
	 * @throws Error whose message says what to change
	 */
	async open(wanted: ResourceRequest, isTakeover: boolean): Promise<Pick<SupervisedResources, 'socket' | 'database'>> {
		const dataDir = wanted.databaseUrl === null ? wanted.dataDir : null
		if (this.#database && this.#database.dataDir !== dataDir) {
			if (isTakeover) throw new Error('DATA_DIR or DATABASE_URL has changed: restart Launchway')
			await this.closeDatabase()
		}
		this.#databaseUrl = wanted.databaseUrl
		if (dataDir !== null) await this.#openDatabase(dataDir, wanted)
		const address = `${wanted.host} ${wanted.port}`
		if (this.#socket?.address !== address) {
			this.#socket?.handle.close()
			this.#socket = { address, handle: await takeSocket(wanted) }
		}
		const open = this.#database?.open
		const database = open?.dataDir ? { connection: open.connection, name: open.name, dataDir: open.dataDir } : null
		return { socket: this.#socket.handle, database }
	}

	async #openDatabase(dataDir: string, { logLevel }: ResourceRequest): Promise<void> {
		if (this.#database) return
		const log = createLogger(logLevel, (line) => process.stderr.write(line))
		const open = await openDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir, projectDir: dataDir }, log)
		try {
			// The servers report outages; this connection only holds the claim.
			const options = { dataDir: open.dataDir, onChange: () => {}, onClaimLost: this.#onClaimLost }
			const watch = await watchDatabase(open.connection, silentLog, options)
			this.#database = { dataDir, open, watch }
		} catch (error) {
			await open.stop()
			throw error
		}
	}

	async closeDatabase(): Promise<void> {
		const closing = this.#database
		this.#database = null
		await closing?.watch.stop()
		await closing?.open.stop()
	}

	async close(): Promise<void> {
		this.#socket?.handle.close()
		this.#socket = null
		await this.closeDatabase()
	}
}
