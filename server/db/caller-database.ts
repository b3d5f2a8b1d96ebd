import net from 'node:net'
import pg from 'pg'

import type { Logger } from '#server/logger.ts'

import type { Connection } from './connection.ts'
import { openPool } from './pools.ts'
import { StatementNames } from './statement-names.ts'

export type CallerRole = 'anon' | 'authenticated' | 'service_role'

/** Whose rights a statement has. */
export type Caller = {
	role: CallerRole
	/** The verified token, as JSON: what `auth.uid()` and `auth.jwt()` of the policies read. */
	claims: string
	/** Checked in the same round trip; null for keys that belong to no person. */
	session: { userId: string; sessionId: string; at: Date } | null
}

export type CallerStatement = {
	text: string
	values: readonly string[]
	isReadOnly: boolean
	/** Do everything, keep nothing. */
	isDryRun?: boolean
}

export type CallerRow = Record<string, unknown>

/** The database as a stranger's program may use it: one statement, the caller's role, row-level security. */
export type CallerDatabase = {
	/**
	 * Runs a statement in a transaction of its own. One round trip; with `accept` two, because the commit then waits for
	 * the answer: when `accept` throws, nothing is kept.
	 * @throws pg.DatabaseError of PostgreSQL; SQLSTATE PT401 when the caller's session has ended
	 */
	run: (caller: Caller, statement: CallerStatement, accept?: (rows: CallerRow[]) => void) => Promise<CallerRow[]>
	/** A question about the catalogue, as the login that may nothing else. */
	ask: (text: string) => Promise<CallerRow[]>
	close: () => Promise<void>
}

const CONNECTIONS = 10
/** What a request may wait for a free connection, in milliseconds (RELIABILITY A9, F7). */
const WAIT_MS = 2000
/** RELIABILITY A13, T-FILTER. */
const STATEMENT_MS = 2000
const MAX_NAMED_LENGTH = 1500
const TRANSACTION_ABORTED = '25P02'

const TAKE_ROLE = "set_config('role', $1, true), set_config('request.jwt.claims', $2, true)"
const AS_KEY = `select ${TAKE_ROLE}`
const AS_PERSON = `select auth.require_live_session($3, $4, $5), ${TAKE_ROLE}`

function become({ role, claims, session }: Caller): pg.QueryConfig {
	if (!session) return { name: 'become-key', text: AS_KEY, values: [role, claims] }
	return { name: 'become-person', text: AS_PERSON, values: [role, claims, session.userId, session.sessionId, session.at] }
}

/** A connection that can send several queries as one write: each write is a call of the system and may wake the database. */
class JoiningClient extends pg.Client {
	readonly #socket: net.Socket

	constructor(config?: pg.ClientConfig) {
		const socket = new net.Socket()
		super({ ...config, stream: () => socket })
		this.#socket = socket
	}

	together(send: () => void): void {
		this.#socket.cork()
		try {
			send()
		} finally {
			this.#socket.uncork()
		}
	}
}

/** The first error that is a cause: what comes after it only reports that the transaction is over. */
function findCause(outcomes: readonly PromiseSettledResult<unknown>[]): unknown {
	const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
	return reasons.find((reason) => (reason as { code?: string }).code !== TRANSACTION_ABORTED) ?? reasons[0]
}

/**
 * Opens the pool of /rest/v1 (AUTH_WIRE §12.3). On the server's own database it signs in as `authenticator`, a login that
 * can do nothing but become the caller's role; with DATABASE_URL as the login that stands there. Statements of a request are
 * sent together (STACK_FACTS, RLS). No connection is made before the first query.
 */
export function openCallerDatabase(connection: Connection, log: Logger, connections = CONNECTIONS): CallerDatabase {
	const login = 'host' in connection ? { ...connection, user: 'authenticator' } : connection
	const { pool, close } = openPool(
		{
			...login,
			max: connections,
			pipeline: true,
			Client: JoiningClient,
			application_name: 'launchway rest',
			options: '-c TimeZone=UTC',
			statement_timeout: STATEMENT_MS,
			idle_in_transaction_session_timeout: STATEMENT_MS,
			connectionTimeoutMillis: WAIT_MS,
		},
		log,
	)
	const names = new StatementNames()
	const toQuery = ({ text, values }: CallerStatement): pg.QueryConfig => {
		const name = text.length <= MAX_NAMED_LENGTH ? names.nameOf(text) : null
		return { ...(name && { name }), text, values: [...values] }
	}

	return {
		async run(caller, statement, accept) {
			const client = (await pool.connect()) as JoiningClient & pg.PoolClient
			const { isReadOnly, isDryRun = false } = statement
			try {
				const sent: Promise<unknown>[] = []
				let rows: CallerRow[] = []
				client.together(() => {
					sent.push(client.query(isReadOnly ? 'begin read only' : 'begin'), client.query(become(caller)))
					sent.push(client.query<CallerRow>(toQuery(statement)).then((answer) => (rows = answer.rows)))
					if (!accept) sent.push(client.query(isDryRun ? 'rollback' : 'commit'))
				})
				// Released only when everything has answered: the next user of the connection starts outside a transaction.
				const outcomes = await Promise.allSettled(sent)
				const failed = outcomes.some(({ status }) => status === 'rejected')
				if (accept) await finish(client, { failed, isDryRun, check: () => accept(rows) })
				if (failed) throw findCause(outcomes)
				return rows
			} finally {
				client.release()
			}
		},
		ask: async (text) => (await pool.query<CallerRow>(text)).rows,
		close,
	}
}

type Ending = { failed: boolean; isDryRun: boolean; check: () => void }

/** Ends a transaction whose outcome hangs on its rows. @throws what `check` throws, after the rollback */
async function finish(client: pg.PoolClient, { failed, isDryRun, check }: Ending): Promise<void> {
	let isKept = !failed && !isDryRun
	try {
		if (!failed) check()
	} catch (refusal) {
		isKept = false
		throw refusal
	} finally {
		await client.query(isKept ? 'commit' : 'rollback')
	}
}
