import type pg from 'pg'

import { markIntendedReadOnly } from '#server/kernel/errors.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { currentWork } from '#server/kernel/work.ts'

import { retryOnConflict } from './database.ts'
import { type Connection, openPool, type PoolLoad, type SetAway, StatementNames } from './pools.ts'
import { type ChainRow, type ChainStep, QueryChain } from './query-chain.ts'

export type CallerRole = 'anon' | 'authenticated' | 'service_role'

export type DatabaseCaller = {
	role: CallerRole
	/** Claims of the verified token as JSON, for `auth.uid()` and `auth.jwt()` in policies. */
	claims: string
	/** Session that is checked in the same round trip; null for a key that belongs to no user. */
	session: { userId: string; sessionId: string; at: Date } | null
	/** True makes the transaction read-only, so that a statement that writes fails. */
	onlyReads?: boolean
}

/** Facts that functions and policies can read through PostgREST's settings. */
export type RequestFacts = {
	method: string
	/** Path without `/rest/v1`: `/notes`, `/rpc/add_note`. */
	path: string
	headers: string
}

export type CallerStatement = {
	text: string
	values: readonly string[]
	isReadOnly: boolean
	/** True runs everything, then rolls back. */
	isDryRun?: boolean
	request?: RequestFacts | null
	searchPath?: string | null
}

export type CallerRow = ChainRow

/** Database access for outside programs: runs one statement with the caller's role and row-level security. */
export type CallerDatabase = {
	/**
	 * Runs a statement in a separate transaction, in one round trip; a dry run and a statement with `accept` take two. If `accept` throws,
	 * everything is rolled back.
	 * @throws pg.DatabaseError of PostgreSQL; SQLSTATE PT401 if the caller's session has ended, PT403 if its second factor is still required;
	 * any error of `accept`
	 */
	run: (caller: DatabaseCaller, statement: CallerStatement, accept?: (rows: CallerRow[]) => void) => Promise<CallerRow[]>
	/** Runs a statement as the login role, which has no other rights. */
	query: (text: string, values?: readonly unknown[]) => Promise<CallerRow[]>
	setAway: SetAway
	load: () => PoolLoad
	close: () => Promise<void>
}

const CONNECTIONS = 10
/** Time limit of a statement: a query from an outside program must not block the database. */
const STATEMENT_MS = 2000
/** Client-side time limit of `query`. */
const ANSWER_MS = STATEMENT_MS + 1000
const MAX_NAMED_LENGTH = 1500

/** Settings for one transaction: behind a pooler, the next one may run in another session. */
const SET_ROLE = [
	"set_config('role', $1, true)",
	"set_config('request.jwt.claims', $2, true)",
	"set_config('request.method', $3, true)",
	"set_config('request.path', $4, true)",
	"set_config('request.headers', $5, true)",
	"set_config('application_name', $6, true)",
	"set_config('TimeZone', 'UTC', true)",
	`set_config('statement_timeout', '${STATEMENT_MS}', true)`,
	`set_config('idle_in_transaction_session_timeout', '${STATEMENT_MS}', true)`,
].join(', ')
const ONLY_READ = "set_config('transaction_read_only', 'on', true)"
const CHECK_SESSION = "set_config('request.second_factor', auth.require_session($7, $8, $9, $2::text::jsonb), true)"
const SET_SEARCH_PATH = { name: 'look-up', text: "select set_config('search_path', $1, true)" }
const BEGIN: ChainStep = { name: 'begin', text: 'begin', values: [] }

/** Returns the statement that checks the session as the login role, which may read it, and then sets the caller's role. */
function roleStep({ role, claims, session, onlyReads }: DatabaseCaller, { request, ...statement }: CallerStatement): ChainStep {
	const isReadOnly = onlyReads === true || statement.isReadOnly
	const text = `select ${[...(session ? [CHECK_SESSION] : []), ...(isReadOnly ? [ONLY_READ] : []), SET_ROLE].join(', ')}`
	const name = `become-${session ? 'person' : 'key'}${isReadOnly ? '-to-read' : ''}`
	const caller = `launchway rest ${currentWork.getStore()?.requestId ?? ''}`.trim()
	const facts = [request?.method ?? '', request?.path ?? '', request?.headers ?? '', caller]
	return { name, text, values: [role, claims, ...facts, ...(session ? [session.userId, session.sessionId, session.at.toISOString()] : [])] }
}

/**
 * Opens the pool of /rest/v1. On the embedded database it signs in as `authenticator`, a login that can only switch to the
 * caller's role. All statements of a request are sent in one message (docs/adr/0325).
 */
export function openCallerDatabase(connection: Connection, log: Logger, connections = CONNECTIONS): CallerDatabase {
	const login = 'connectionString' in connection ? connection : { ...connection, user: 'authenticator' }
	const { pool, ...rest } = openPool(
		{
			...login,
			max: connections,
			application_name: 'launchway rest',
		},
		log,
	)
	const names = new StatementNames()
	const toStep = ({ text, values }: CallerStatement): ChainStep => ({
		name: text.length <= MAX_NAMED_LENGTH ? names.nameOf(text) : null,
		text,
		values,
	})

	return {
		async run(caller, statement, accept) {
			const { isDryRun = false, searchPath = null } = statement
			const client = await pool.connect()
			const end = currentWork.getStore()?.noteStatement?.(statement.text)
			try {
				const setSearchPath = searchPath === null ? [] : [{ ...SET_SEARCH_PATH, values: [searchPath] }]
				const steps = [roleStep(caller, statement), ...setSearchPath, toStep(statement)]
				return await retryOnConflict(() =>
					!accept && !isDryRun ? sendChain(client, steps) : runTransaction(client, [BEGIN, ...steps], { isDryRun, accept }),
				)
			} catch (error) {
				if (caller.onlyReads || statement.isReadOnly) markIntendedReadOnly(error)
				throw error
			} finally {
				end?.()
				client.release()
			}
		},
		async query(text, values = []) {
			const query: pg.QueryConfig & { query_timeout: number } = { text, values: [...values], query_timeout: ANSWER_MS }
			return (await pool.query<CallerRow>(query)).rows
		},
		...rest,
	}
}

const sendChain = (client: pg.PoolClient, steps: readonly ChainStep[]): Promise<CallerRow[]> => client.query(new QueryChain(steps)).rows

type Decision = { isDryRun: boolean; accept: ((rows: CallerRow[]) => void) | undefined }

/**
 * Runs a transaction whose outcome depends on the returned rows.
 * @throws any error of `accept` or PostgreSQL, after the rollback
 */
async function runTransaction(client: pg.PoolClient, steps: readonly ChainStep[], { isDryRun, accept }: Decision): Promise<CallerRow[]> {
	let isKept = false
	try {
		const rows = await sendChain(client, steps)
		accept?.(rows)
		isKept = !isDryRun
		return rows
	} finally {
		await client.query(isKept ? 'commit' : 'rollback')
	}
}
