import { Kysely, PostgresDialect } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { logFailure } from '#server/kernel/errors.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { currentWork } from '#server/kernel/work.ts'

import type { Database } from './row-types.ts'

/**
 * Maximum number of prepared statements. We have a few hundred, but lists of varying length could create any number, and they take memory
 * in PostgreSQL.
 */
const MAX_NAMES = 1000

/** Names prepared statements: the same text always gets the same name. Beyond the limit, statements stay unnamed. */
export class StatementNames {
	readonly #names = new Map<string, string>()

	/** Returns the name of a statement; null if the limit is reached. */
	nameOf(text: string): string | null {
		const known = this.#names.get(text)
		if (known) return known
		if (this.#names.size >= MAX_NAMES) return null
		const name = `lw${this.#names.size}`
		this.#names.set(text, name)
		return name
	}
}

/** Connection settings. `host` is the socket directory. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string }

type OnClient = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: Error | boolean) => void) => void

/** Closes a pool to new requests, which then fail immediately, or reopens it. */
export type SetAway = (isAway: boolean) => void
/** Connections of a pool by state, and the number and total duration of waits for one. */
export type PoolLoad = { idle: number; busy: number; waiting: number; waits: number; waitedMs: number }
export type Pools = { app: pg.Pool; db: Kysely<Database>; setAway: SetAway; load: () => PoolLoad; close: () => Promise<void> }

const APP_CONNECTIONS = 10
const CLOSE_LIMIT_MS = 2000
/** Time a request waits for a connection before it is refused. */
export const CONNECTION_WAIT_MS = 1500
/** Delay of a timer after which the event loop counts as blocked. */
const BLOCKED_MS = 250

// Parse bigint as number: our amounts and counters stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Names every parameterized statement, so that PostgreSQL plans it once per connection. If preparing a named statement failed,
 * later calls on that connection don't name it: pgbouncer remembers the name and would close the connection if it were used again.
 * @param isUsable false for a name that was sent on this connection but isn't prepared there
 */
function withName(names: StatementNames, args: unknown[], isUsable: (name: string) => boolean): unknown[] {
	const [text, values, ...rest] = args
	if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args
	const name = names.nameOf(text)
	return name && isUsable(name) ? [{ name, text, values }, ...rest] : args
}

type Callback = (error: Error | null, ...rest: unknown[]) => void

const STATEMENT_MS = 30_000
/** Client-side timeout, for statements outside a transaction. Inside one, PostgreSQL's own timeout comes a second earlier. */
const ANSWER_MS = STATEMENT_MS + 1000
const LIMIT = `set local statement_timeout = ${STATEMENT_MS}`

/**
 * Runs a statement. Adds the request's ID to `pg_stat_activity` and PostgreSQL's log, and reports the statement to the tracer.
 * ID and time limit are local to the transaction, because behind a pooler the next one may run in another session.
 * @param begin statement that begins a transaction
 */
function runRecorded(begin: string, args: unknown[], query: (args: unknown[]) => unknown): unknown {
	const [text, ...rest] = args
	const work = currentWork.getStore()
	if (typeof text !== 'string') return query(args)
	if (work === undefined) return query(text === 'begin' ? [begin, ...rest] : args)
	const tagged = text === 'begin' ? [`${begin}; set local application_name = 'launchway ${work.requestId}'`, ...rest] : args
	const end = work.noteStatement?.(text)
	if (!end) return query(tagged)
	const callback = tagged.at(-1)
	if (typeof callback === 'function')
		return query([
			...tagged.slice(0, -1),
			(...outcome: Parameters<Callback>) => {
				end(outcome[0])
				;(callback as Callback)(...outcome)
			},
		])
	const result = query(tagged) as Promise<unknown>
	result.then(() => end(), end)
	return result
}

const namingClient = (names: StatementNames, begin: string) =>
	class extends pg.Client {
		constructor(config?: pg.ClientConfig) {
			super(config)
			const sentNames = new Set<string>()
			const { connection } = this as unknown as { connection: { parsedStatements: Readonly<Record<string, string>> } }
			const isUsable = (name: string) => {
				const isNew = !sentNames.has(name)
				sentNames.add(name)
				return isNew || connection.parsedStatements[name] !== undefined
			}
			const query = this.query.bind(this) as (...args: unknown[]) => unknown
			const endIfSilent = (error: unknown) => {
				// Close the connection: its next statement would wait for this one.
				if (error instanceof Error && error.message === 'Query read timeout') void this.end().catch(() => {})
			}
			this.query = ((...args: unknown[]) => {
				const answer = runRecorded(begin, args, (tagged) => query(...withName(names, tagged, isUsable)))
				if (answer instanceof Promise) answer.catch(endIfSilent)
				return answer
			}) as typeof this.query
		}
	}

class ClosablePool extends pg.Pool {
	isShut = false
	waits = 0
	waitedMs = 0

	override connect(): Promise<pg.PoolClient>
	override connect(callback: OnClient): void
	override connect(callback?: OnClient): Promise<pg.PoolClient> | void {
		const connected = this.#connect()
		if (!callback) return connected
		connected.then(
			(client) => callback(undefined, client, (release) => client.release(release)),
			(error: Error) => callback(error, undefined, () => {}),
		)
	}

	async #connect(): Promise<pg.PoolClient> {
		if (this.isShut) throw new Error('the database has stopped answering')
		const mustWait = this.idleCount === 0 && this.totalCount >= this.options.max
		const began = performance.now()
		try {
			return await super.connect()
		} catch (error) {
			// After a blocked event loop, timers run before responses are read, so this timeout only means that this process was busy.
			if (performance.now() - began < CONNECTION_WAIT_MS + BLOCKED_MS) throw error
			return await super.connect()
		} finally {
			if (mustWait) {
				this.waits += 1
				this.waitedMs += performance.now() - began
			}
		}
	}

	load(): PoolLoad {
		const { idleCount: idle, totalCount, waitingCount: waiting, waits, waitedMs } = this
		return { idle, busy: totalCount - idle, waiting, waits, waitedMs }
	}
}

/** Opens a pool. Connection errors are logged and don't end the process. `close` waits for the last socket. */
export function openPool(config: pg.PoolConfig, log: Logger) {
	const pool = new ClosablePool({ ...config, connectionTimeoutMillis: CONNECTION_WAIT_MS, keepAlive: true })
	const open = new Set<pg.PoolClient>()
	let isClosing = false
	// Ignore errors while closing: the server may stop before the pool's last socket is gone, which isn't an outage.
	const report = (error: Error) => {
		if (!isClosing) logFailure(log, 'database connection failed', { error })
	}
	pool.on('error', report)
	pool.on('connect', (client) => {
		open.add(client)
		client.on('error', report)
	})
	pool.on('remove', (client) => open.delete(client))
	return {
		pool: pool as pg.Pool,
		load: () => pool.load(),
		setAway(isAway: boolean) {
			pool.isShut = isAway
			if (isAway) for (const client of open) client.connection.stream.destroy()
		},
		close: async () => {
			const deadline = Date.now() + CLOSE_LIMIT_MS
			isClosing = true
			await pool.end()
			// Wait for the sockets: `end` resolves before they are closed, and they would report an error once the server has
			// stopped.
			while (open.size > 0 && Date.now() < deadline) await sleep(5)
		},
	}
}

function openNaming(
	connection: Connection,
	log: Logger,
	{ begin, ...limits }: { begin: string; max: number; query_timeout?: number },
): Pools {
	const Client = namingClient(new StatementNames(), begin)
	const { pool, ...rest } = openPool({ ...connection, ...limits, Client, application_name: 'launchway' }, log)
	return { app: pool, db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), ...rest }
}

/** Opens the pool of a server or a command. No statement takes longer than half a minute. */
export const openPools = (connection: Connection, log: Logger, connections = APP_CONNECTIONS): Pools =>
	openNaming(connection, log, { begin: `begin; ${LIMIT}`, max: connections, query_timeout: ANSWER_MS })

/** Opens a pool without time limits, for work on whole tables of a database that no server uses. */
export const openUnlimitedPools = (connection: Connection, log: Logger): Pools => openNaming(connection, log, { begin: 'begin', max: 2 })

/** Runs work on a new connection and closes it. `name` is its `application_name`. */
export async function withClient<T>(connection: pg.ClientConfig, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ ...connection, application_name: name })
	// Without a listener, a lost connection would end the process; the running statement reports it anyway.
	client.on('error', () => {})
	try {
		await client.connect()
		return await work(client)
	} finally {
		await client.end()
	}
}
