import fs from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import type { Logger } from '#server/kernel/logger.ts'
import { reportOutage } from '#server/kernel/outage.ts'

import type { Connection } from './connection.ts'

const BEAT_MS = 500
/** How long the database may be silent, in turns of our own event loop: a delay of the loop is not the database's. */
const SILENCE = { turns: 4, turnMs: 250 }
/** Less than two segments of the write-ahead log: the next one might not fit. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024
/** A server that was just stopped may still be ending. */
const CLAIM_PATIENCE_MS = 3000
/** A database that has just started on a busy machine may be slow to answer first. */
const START_PATIENCE_MS = 30_000

const WRITE = `
	select current_setting('transaction_read_only') = 'on' as is_read_only
	from pg_logical_emit_message(true, 'launchway.health', '')`
const CLAIM = "select pg_try_advisory_lock(hashtext('launchway.server')) as is_ours"

export type DatabaseWatch = {
	/** Writes, and checks for room on the disk. @throws within about a second when either fails */
	check: () => Promise<void>
	stop: () => Promise<void>
}

type Options = {
	/** The folder of an embedded database: it is claimed for this process, and its disk is watched. Null for an external server. */
	dataDir: string | null
	/** Of a process that took over: the first one keeps the claim. */
	isClaimed?: boolean
	/** The database has stopped answering, so waiting for it is useless; or it answers again. */
	onChange: (isAway: boolean) => void
}

const silent = new Error('the database has stopped answering')

/** @throws `silent` when the answer does not come in time */
async function inTime<T>(answer: Promise<T>): Promise<T> {
	const silence = Symbol('silence')
	answer.catch(() => {}) // after the limit nobody looks
	for (let turn = 0; turn < SILENCE.turns; turn += 1) {
		const first = await Promise.race([answer, sleep(SILENCE.turnMs, silence)])
		if (first !== silence) return first as T
	}
	throw silent
}

/** A connection of its own, opened anew after every failure. */
class Line {
	readonly #connection: Connection
	#client: Promise<pg.Client> | null = null

	constructor(connection: Connection) {
		this.#connection = connection
	}

	async #connect(): Promise<pg.Client> {
		const client = new pg.Client({ ...this.#connection, application_name: 'launchway-watch' })
		client.on('error', () => this.#drop())
		try {
			await inTime(client.connect())
		} catch (error) {
			client.connection.stream.destroy()
			throw error
		}
		return client
	}

	#drop(): void {
		this.#client?.then((client) => client.connection.stream.destroy()).catch(() => {})
		this.#client = null
	}

	async ask<Row extends pg.QueryResultRow>(text: string): Promise<Row | undefined> {
		try {
			this.#client ??= this.#connect()
			const client = await this.#client
			return (await inTime(client.query<Row>(text))).rows[0]
		} catch (error) {
			this.#drop()
			throw error
		}
	}

	close = () => this.#drop()
}

/** Two servers on one folder would each act as the only owner of its jobs, mails and limits. */
async function claim(line: Line, dataDir: string): Promise<void> {
	const start = performance.now()
	const hasWaited = (ms: number) => performance.now() - start > ms
	for (;;) {
		try {
			if ((await line.ask<{ is_ours: boolean }>(CLAIM))?.is_ours) return
			if (hasWaited(CLAIM_PATIENCE_MS))
				throw new Error(`DATA_DIR: another server runs on ${dataDir}; stop it, or set DATA_DIR to another folder`)
		} catch (error) {
			if (error !== silent || hasWaited(START_PATIENCE_MS)) throw error
		}
		await sleep(BEAT_MS / 5)
	}
}

async function checkDisk(dataDir: string): Promise<void> {
	const { bavail, bsize } = await fs.statfs(dataDir)
	if (bavail * bsize < LEAST_FREE_BYTES) throw new Error(`the disk of ${dataDir} is full`)
}

/**
 * Watches a database from a connection of its own, which a full pool does not affect: notices within a second and a half that
 * it has stopped answering, and when it is back.
 * @throws Error that names DATA_DIR when another server works on the folder
 */
export async function watchDatabase(
	connection: Connection,
	log: Logger,
	{ dataDir, isClaimed = false, onChange }: Options,
): Promise<DatabaseWatch> {
	const line = new Line(connection)
	const claims = dataDir !== null && !isClaimed
	if (claims) await claim(line, dataDir)
	const stopping = new AbortController()
	let isAway = false

	async function beat(): Promise<void> {
		try {
			await line.ask('select 1').catch(async (error: unknown) => {
				// One lost connection proves little: a second try decides. The claim was lost with the first and is renewed.
				if (error === silent) throw error
				await line.ask(claims ? CLAIM : 'select 1')
			})
			if (!isAway) return
			isAway = false
			onChange(isAway)
			log.info('the database answers again')
		} catch (error) {
			if (stopping.signal.aborted) return
			isAway = true
			onChange(isAway)
			reportOutage(log, error as Error)
		}
	}
	const beating = (async () => {
		while (!stopping.signal.aborted) {
			await beat()
			await sleep(BEAT_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
		}
	})()

	let checking: Promise<void> | null = null
	async function check(): Promise<void> {
		if (isAway) throw silent // the pools open again at the next beat
		if ((await line.ask<{ is_read_only: boolean }>(WRITE))?.is_read_only) throw new Error('the database takes no writes')
		if (dataDir !== null) await checkDisk(dataDir)
	}
	return {
		check: () => (checking ??= check().finally(() => (checking = null))),
		async stop() {
			stopping.abort()
			line.close()
			await beating
		},
	}
}
