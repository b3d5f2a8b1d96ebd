import fs from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { reportOutage } from '#server/kernel/errors.ts'
import type { Logger } from '#server/kernel/logger.ts'

import { COMMITS_WAITING, type CommitsWaiting, CommitWatch, type CommitHang } from './commit-watch.ts'
import type { Connection } from './pools.ts'

const HEARTBEAT_MS = 500
/**
 * Time without a response after which the database counts as down. Counted in turns of our event loop, so that a blocked loop isn't
 * mistaken for a silent database.
 */
const SILENCE = { turns: 4, turnMs: 250 }
/** Minimum free disk space: with less than two segments of the write-ahead log, the next one might not fit. */
const MIN_FREE_BYTES = 32 * 1024 * 1024
/** Time to wait for the claim, since a server that was just stopped may still hold it. */
const CLAIM_PATIENCE_MS = 3000
/** Time limit for the first response, since a database that just started on a busy machine may be slow. */
const START_PATIENCE_MS = 30_000

const IS_READ_ONLY = "select current_setting('transaction_read_only') = 'on' as is_read_only"
const READ_STATE = `${IS_READ_ONLY}, ${COMMITS_WAITING}`
const WRITE = `${IS_READ_ONLY} from pg_logical_emit_message(true, 'launchway.health', '')`
const CLAIM = "select pg_try_advisory_lock(hashtext('launchway.server')) as is_ours"

export type DatabaseWatch = {
	/**
	 * Checks that the database accepts a write and has free disk space, and that the pooler accepts connections.
	 * @throws Error within about a second if any of these fails
	 */
	check: () => Promise<void>
	/** Returns how often all connections were cut because commits hung. */
	countHangs: () => number
	lastHang: () => CommitHang | null
	stop: () => Promise<void>
}

type Options = {
	/** Transaction pooler, which must accept connections; absent if there is none. */
	pooled?: Connection
	/** Folder of an embedded database, which is claimed for this process, and whose disk is watched. Null for an external server. */
	dataDir: string | null
	/** True if another process, the supervisor, holds the claim for this one. */
	isClaimed?: boolean
	/** Called with true when the database stops responding, so that requests don't wait for it. */
	onChange: (isAway: boolean) => void
	/** Called when another server has claimed the folder: this one must stop. */
	onClaimLost: (error: Error) => void
}

const noResponse = new Error('the database has stopped answering')
const readOnly = () => new Error('the database accepts no writes')

/** Another server uses the folder. With two servers, jobs and emails would run twice, and each would have its own rate limits. */
class ClaimRefused extends Error {
	constructor(dataDir: string) {
		super(`DATA_DIR: another server is using ${dataDir}; stop it, or set DATA_DIR to another folder`)
	}
}

/**
 * Waits for a response.
 * @throws `noResponse` if there is none in time
 */
async function inTime<T>(answer: Promise<T>): Promise<T> {
	const silence = Symbol('silence')
	answer.catch(() => {}) // after the limit the answer is ignored
	for (let turn = 0; turn < SILENCE.turns; turn += 1) {
		const first = await Promise.race([answer, sleep(SILENCE.turnMs, silence)])
		if (first !== silence) return first as T
	}
	throw noResponse
}

/**
 * Connection that is reopened after each failure. Each new connection claims the folder again, because a claim ends with its connection.
 */
class WatchConnection {
	readonly #connection: Connection
	readonly #claimedDir: string | null
	#client: Promise<pg.Client> | null = null

	constructor(connection: Connection, claimedDir: string | null) {
		this.#connection = connection
		this.#claimedDir = claimedDir
	}

	async #connect(): Promise<pg.Client> {
		const client = new pg.Client({ ...this.#connection, application_name: 'launchway-watch' })
		client.on('error', () => this.#drop())
		try {
			await inTime(client.connect())
			await this.#claim(client)
		} catch (error) {
			client.connection.stream.destroy()
			throw error
		}
		return client
	}

	async #claim(client: pg.Client): Promise<void> {
		if (this.#claimedDir === null) return
		const { rows } = await inTime(client.query<{ is_ours: boolean }>(CLAIM))
		if (!rows[0]?.is_ours) throw new ClaimRefused(this.#claimedDir)
	}

	#drop(): void {
		this.#client?.then((client) => client.connection.stream.destroy()).catch(() => {})
		this.#client = null
	}

	/** Returns the connection; connects if there is none. */
	async open(): Promise<pg.Client> {
		try {
			this.#client ??= this.#connect()
			return await this.#client
		} catch (error) {
			this.#drop()
			throw error
		}
	}

	async ask<Row extends pg.QueryResultRow>(text: string): Promise<Row | undefined> {
		const client = await this.open()
		try {
			return (await inTime(client.query<Row>(text))).rows[0]
		} catch (error) {
			this.#drop()
			throw error
		}
	}

	close = () => this.#drop()
}

/** Opens the connection, with retries: a server that was just stopped may still hold its claim. */
async function open(line: WatchConnection): Promise<void> {
	const start = performance.now()
	const hasWaited = (ms: number) => performance.now() - start > ms
	for (;;) {
		try {
			await line.ask('select 1')
			return
		} catch (error) {
			if (hasWaited(error instanceof ClaimRefused ? CLAIM_PATIENCE_MS : START_PATIENCE_MS)) throw error
			if (error !== noResponse && !(error instanceof ClaimRefused)) throw error
		}
		await sleep(HEARTBEAT_MS / 5)
	}
}

async function checkDisk(dataDir: string): Promise<void> {
	const { bavail, bsize } = await fs.statfs(dataDir)
	if (bavail * bsize < MIN_FREE_BYTES) throw new Error(`the disk of ${dataDir} is full`)
}

/**
 * Returns a function that handles a read-only database. Reads continue. Once it is over, all connections are reopened, so that they lead to
 * the server that took over.
 */
function handleReadOnly(line: WatchConnection, log: Logger, onChange: Options['onChange']): (isReadOnly: boolean) => void {
	let wasReadOnly = false
	return (isReadOnly) => {
		if (isReadOnly) {
			line.close() // the next heartbeat reconnects, perhaps to another server
			reportOutage(log, readOnly())
		} else if (wasReadOnly) {
			onChange(true)
			onChange(false)
			log.info('database accepts writes again')
		}
		wasReadOnly = isReadOnly
	}
}

type State = CommitsWaiting & { is_read_only: boolean }

/** Reads the state, with one retry, because a single lost connection proves little. */
const readState = (line: WatchConnection): Promise<State | undefined> =>
	line.ask<State>(READ_STATE).catch((error: unknown) => {
		if (error === noResponse || error instanceof ClaimRefused) throw error
		return line.ask<State>(READ_STATE)
	})

/**
 * Counts refused claims. The backend of a broken connection may hold the claim for a moment; if the refusals last, another server
 * holds it.
 */
function countRefusals(onClaimLost: Options['onClaimLost']): (error: unknown) => void {
	let since: number | null = null
	return (error) => {
		if (!(error instanceof ClaimRefused)) {
			since = null
			return
		}
		since ??= performance.now()
		if (performance.now() - since > CLAIM_PATIENCE_MS) onClaimLost(error)
	}
}

/**
 * Watches the database on a separate connection, which doesn't depend on the pool. Notices within a second and a half that the
 * database has stopped responding.
 * @throws Error that names DATA_DIR if another server uses the folder
 */
export async function watchDatabase(
	connection: Connection,
	log: Logger,
	{ pooled, dataDir, isClaimed = false, onChange, onClaimLost }: Options,
): Promise<DatabaseWatch> {
	const claimedDir = isClaimed ? null : dataDir
	const line = new WatchConnection(connection, claimedDir)
	// Only check that the pooler accepts connections: on a busy pooler a statement would have to wait, which isn't an outage.
	const pooler = pooled && new WatchConnection(pooled, null)
	// A separate connection for writes: a hanging write must not delay the next check.
	const writes = new WatchConnection(connection, null)
	if (claimedDir !== null) await open(line)
	const stopping = new AbortController()
	let isAway = false
	const noteWrites = handleReadOnly(line, log, onChange)
	const noteRefusal = countRefusals(onClaimLost)
	const commits = new CommitWatch(log)

	async function checkHeartbeat(): Promise<void> {
		try {
			const answer = await readState(line)
			noteRefusal(null)
			if (answer) commits.note(answer, performance.now())
			noteWrites(answer?.is_read_only ?? false)
			if (!isAway) return
			isAway = false
			onChange(isAway)
			log.info('database is reachable again')
		} catch (error) {
			if (stopping.signal.aborted) return
			if (claimedDir === null) line.close() // the next heartbeat reconnects, perhaps to another server
			isAway = true
			onChange(isAway)
			reportOutage(log, error as Error)
			noteRefusal(error)
		}
	}
	const heartbeats = (async () => {
		while (!stopping.signal.aborted) {
			await checkHeartbeat()
			await sleep(HEARTBEAT_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
		}
	})()

	let checking: Promise<void> | null = null
	async function check(): Promise<void> {
		if (isAway) throw noResponse // the next successful heartbeat reopens the pools
		if ((await writes.ask<{ is_read_only: boolean }>(WRITE))?.is_read_only) throw readOnly()
		await pooler?.open()
		if (dataDir !== null) await checkDisk(dataDir)
	}
	return {
		countHangs: () => commits.hangs,
		lastHang: () => commits.last,
		check: () => (checking ??= check().finally(() => (checking = null))),
		async stop() {
			stopping.abort()
			line.close()
			writes.close()
			pooler?.close()
			await heartbeats
		},
	}
}
