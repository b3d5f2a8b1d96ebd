import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

import type { Connection } from '#server/db/pools.ts'

import { findLogPieces, logPieceName, SEGMENT_BYTES, segmentName } from './catalog.ts'
import { type Seal, encryptBytes } from './seal.ts'
import type { BackupStore } from './store.ts'

const SLOT = 'launchway_log_'
/**
 * SQL that limits how much log PostgreSQL keeps while the store is unavailable. Beyond the limit, it drops the slot, and a new series
 * begins.
 */
const LIMIT_KEPT_LOG = "alter system set max_slot_wal_keep_size = '1GB'"

type State = { database: string; slot: string | null; isLost: boolean; kept: number; flushed: number; timeline: string }

/**
 * SQL for the state of the log. A replication slot makes PostgreSQL keep the log. A copy of the database has no slot, so it begins a
 * separate series.
 */
const STATE = `
	select (select system_identifier::text from pg_control_system()) as database, slot_name as slot,
		coalesce(wal_status = 'lost', false) as "isLost", (restart_lsn - '0/0'::pg_lsn)::float8 as kept,
		(pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as flushed,
		left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline
	from (values (1)) one left join pg_replication_slots on starts_with(slot_name, $1) limit 1`

async function readState(client: pg.Client): Promise<State> {
	const { rows } = await client.query<State>(STATE, [SLOT])
	if (!rows[0]) throw new Error('the database did not answer')
	return rows[0]
}

async function dropSlots(client: pg.Client): Promise<void> {
	await client.query(
		'select pg_drop_replication_slot(slot_name) from pg_replication_slots where starts_with(slot_name, $1) and not active',
		[SLOT],
	)
}

async function beginSeries(client: pg.Client): Promise<State> {
	await dropSlots(client)
	await client.query(LIMIT_KEPT_LOG)
	await client.query('select pg_reload_conf()')
	await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT + randomBytes(4).toString('hex')])
	return readState(client)
}

async function readRange(file: string, start: number, bytes: number): Promise<Buffer> {
	const handle = await open(file)
	try {
		const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, start)
		if (bytesRead < bytes) throw new Error(`${file} ends early`)
		return buffer
	} finally {
		await handle.close()
	}
}

type LogSource = { connection: Connection; store: BackupStore; seal: Seal; dataDir: string; now: () => Date }

async function connect(connection: Connection): Promise<pg.Client> {
	const client = new pg.Client({ ...connection, application_name: 'launchway-backup-log' })
	client.on('error', () => {})
	await client.connect()
	return client
}

/** Drops the replication slots once backups are turned off, so that PostgreSQL stops keeping the log for them. */
export async function stopKeepingLog(connection: Connection): Promise<void> {
	const client = await connect(connection)
	try {
		await dropSlots(client)
	} finally {
		await client.end()
	}
}

/** Copies the write-ahead log of a running embedded database to a store, as it grows. */
export class LogCopier {
	readonly #place: LogSource
	/** Position in the series up to which the store has everything. */
	#position: number | null = null
	/** Names of the pieces of the current segment. Once it is complete, a single file replaces them. */
	#pieces: string[] = []
	series: string | null = null
	#client: pg.Client | null = null

	constructor(place: LogSource) {
		this.#place = place
	}

	async #resume(client: pg.Client, state: State): Promise<void> {
		const series = `${state.database}/${state.slot?.slice(SLOT.length)}`
		const pieces = findLogPieces(await this.#place.store.list(`${series}/log/`), series)
		const end = pieces.reduce((last, piece) => Math.max(last, piece.end), pieces.length === 0 ? state.kept : 0)
		// Begin a new series if PostgreSQL no longer keeps the log that the store lacks, or if the store has more log than this database wrote:
		// then a copy of its folder runs elsewhere.
		if (end < state.kept || end > state.flushed) return this.#begin(client)
		this.series = series
		this.#position = end
		const segment = segmentName(state.timeline, end)
		this.#pieces = end % SEGMENT_BYTES === 0 ? [] : pieces.filter((piece) => piece.segment === segment).map(({ name }) => name)
	}

	async #begin(client: pg.Client): Promise<void> {
		const state = await beginSeries(client)
		this.series = `${state.database}/${state.slot?.slice(SLOT.length)}`
		this.#position = state.kept
		this.#pieces = []
	}

	/** Copies up to the end of the segment or up to `flushed`, whichever comes first. */
	async #copyPiece({ flushed, timeline }: State, start: number, copiedAt: Date): Promise<number> {
		const { store, seal, dataDir } = this.#place
		const segment = segmentName(timeline, start)
		const segmentStart = start - (start % SEGMENT_BYTES)
		const end = Math.min(flushed, segmentStart + SEGMENT_BYTES)
		const isComplete = end === segmentStart + SEGMENT_BYTES
		// Copy a complete segment once more as a whole, so that the store has one file for it instead of hundreds.
		const from = isComplete && this.#pieces.length > 0 ? segmentStart : start
		const bytes = await readRange(path.join(dataDir, 'pg_wal', segment), from - segmentStart, end - from)
		const name = logPieceName({ series: this.series ?? '', segment, start: from, end, copiedAt }, seal.suffix)
		await store.write(name, await encryptBytes(seal, bytes))
		if (isComplete) await store.remove(this.#pieces)
		this.#pieces = isComplete ? [] : [...this.#pieces, name]
		return end
	}

	/**
	 * Copies commits since the last call. If the log has a gap, begins a new series, which needs a full backup.
	 * @returns the position up to which the store has the log
	 */
	async copy(): Promise<number> {
		this.#client ??= await connect(this.#place.connection)
		try {
			return await this.#copy(this.#client)
		} catch (error) {
			await this.close()
			throw error
		}
	}

	/** True if an earlier run began to copy the log. */
	async isUnderWay(): Promise<boolean> {
		this.#client ??= await connect(this.#place.connection)
		return (await readState(this.#client)).slot !== null
	}

	async close(): Promise<void> {
		const client = this.#client
		this.#client = null
		await client?.end().catch(() => {})
	}

	async #copy(client: pg.Client): Promise<number> {
		// Take the time before reading the position: everything committed by then is in this piece.
		const copiedAt = this.#place.now()
		const state = await readState(client)
		if (state.slot === null || state.isLost) {
			await this.#begin(client)
			return this.#copy(client)
		}
		if (this.#position === null || this.series !== `${state.database}/${state.slot.slice(SLOT.length)}`) await this.#resume(client, state)
		let position = this.#position ?? state.kept
		const before = position
		while (position < state.flushed) {
			position = await this.#copyPiece(state, position, copiedAt)
			this.#position = position
		}
		if (Math.floor(position / SEGMENT_BYTES) > Math.floor(before / SEGMENT_BYTES)) await this.#release(client, position)
		return position
	}

	/** Lets PostgreSQL recycle the log segments that are already in the store. */
	async #release(client: pg.Client, position: number): Promise<void> {
		const start = position - (position % SEGMENT_BYTES)
		await client.query(
			"select pg_replication_slot_advance(slot_name, '0/0'::pg_lsn + $1::numeric) from pg_replication_slots where starts_with(slot_name, $2)",
			[start, SLOT],
		)
	}
}
