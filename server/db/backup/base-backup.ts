import { createTarPacker, type TarHeader } from 'modern-tar'
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type pg from 'pg'

import { withClient } from '#server/db/pools.ts'

import { type FullBackup, backupManifestName, type BackupPart, backupPartName, presentManifest } from './catalog.ts'
import type { Seal } from './seal.ts'
import type { BackupStore } from './store.ts'
import { type BackupSink, type BackupSource, copyRunningDatabase } from './take-backup.ts'

const PART_BYTES = 8 * 2 ** 20
const READ_BYTES = 256 * 1024

const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Packs the files of a backup into a tar archive as they are read. */
class TarSink implements BackupSink {
	readonly #packer = createTarPacker()
	readonly #signal: AbortSignal

	constructor(signal: AbortSignal) {
		this.#signal = signal
	}

	get archive(): Readable {
		return Readable.fromWeb(this.#packer.readable as unknown as ReadableStream)
	}

	async #add(header: TarHeader, contents: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
		const writer = this.#packer.controller.add({ mode: 0o600, ...header }).getWriter()
		for await (const part of contents) await writer.write(new Uint8Array(part))
		await writer.close()
	}

	folder(name: string): Promise<void> {
		return this.#add({ name: `${name}/`, type: 'directory', size: 0, mode: 0o700 }, [])
	}

	async copy(from: string, name: string): Promise<void> {
		this.#signal.throwIfAborted()
		const file = await open(from).catch((error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return null
			throw error
		})
		if (!file) return
		try {
			const { size } = await file.stat()
			await this.#add({ name, type: 'file', size }, readExactly(file, size))
		} finally {
			await file.close()
		}
	}

	write(name: string, text: string): Promise<void> {
		const bytes = Buffer.from(text)
		return this.#add({ name, type: 'file', size: bytes.length }, [bytes])
	}

	finish(error?: unknown): void {
		if (error === undefined) this.#packer.controller.finalize()
		else this.#packer.controller.error(error)
	}
}

/**
 * Reads `size` bytes of a file that the database may change or shorten meanwhile. Missing bytes become zeros; replaying the log repairs
 * both.
 */
async function* readExactly(file: Awaited<ReturnType<typeof open>>, size: number): AsyncGenerator<Uint8Array> {
	for (let done = 0; done < size;) {
		const wanted = Math.min(READ_BYTES, size - done)
		const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, done)
		done += bytesRead || wanted
		yield bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead)
	}
}

async function* cutIntoParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let waiting: Uint8Array[] = []
	let bytes = 0
	for await (const chunk of source) {
		waiting.push(chunk)
		bytes += chunk.length
		if (bytes < PART_BYTES) continue
		yield Buffer.concat(waiting)
		waiting = []
		bytes = 0
	}
	if (bytes > 0) yield Buffer.concat(waiting)
}

/**
 * Checks that a store still returns every part of a backup as it was written.
 * @throws Error that names the damaged file
 */
async function verifyParts(store: BackupStore, base: Pick<FullBackup, 'series' | 'takenAt' | 'suffix' | 'parts'>): Promise<void> {
	for (const [index, { sha256 }] of base.parts.entries()) await readBackupPart(store, backupPartName(base, index), sha256)
}

/** @throws Error that names the part if it is missing or damaged */
export async function readBackupPart(store: BackupStore, name: string, sha256: string): Promise<Uint8Array> {
	const bytes = await store.read(name).catch((error: unknown) => {
		throw new Error(`${name} is missing or can’t be read: ${(error as Error).message}`, { cause: error })
	})
	if (hashBytes(bytes) !== sha256) throw new Error(`${name} is damaged: its checksum differs`)
	return bytes
}

type Options = { store: BackupStore; seal: Seal; series: string; signal: AbortSignal; now: () => Date }

/**
 * SQL that takes a lock, so that only one full backup of a database runs at a time: each backup deletes unfinished files of earlier ones.
 */
const LOCK = "select pg_try_advisory_lock(hashtext('launchway.backup')) as is_ours"

async function removeUnfinished(store: BackupStore, series: string): Promise<void> {
	const names = (await store.list(`${series}/`)).map(({ name }) => name)
	const finished = new Set(names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)))
	await store.remove(names.filter((name) => /\/base-[^/]+\/part-/.test(name) && !finished.has(name.slice(0, name.lastIndexOf('/')))))
}

async function fill(client: pg.Client, dataDir: string, { store, seal, series, signal, now }: Options): Promise<FullBackup> {
	const sink = new TarSink(signal)
	const draft = { series, takenAt: now(), suffix: seal.suffix }
	const parts: BackupPart[] = []
	async function send(): Promise<void> {
		for await (const part of cutIntoParts(seal.seal(sink.archive))) {
			await store.write(backupPartName(draft, parts.length), part)
			parts.push({ bytes: part.length, sha256: hashBytes(part) })
		}
	}
	const sending = send()
	// The error is handled below: the copy fails with it as soon as it writes again.
	sending.catch(() => {})
	const copied = await copyRunningDatabase(sink, client, dataDir).catch(async (error: unknown) => {
		sink.finish(error)
		await sending
		throw error
	})
	sink.finish()
	await sending
	await verifyParts(store, { ...draft, parts })
	const { start, stop, postgresMajor, migration } = copied
	const base = { ...draft, finishedAt: now(), start, stop, postgresMajor, migration, parts }
	await store.write(backupManifestName(base), Buffer.from(presentManifest(base)))
	return base
}

/**
 * Takes a full backup of a running embedded database into a store and reads it back. The description is written last: without it,
 * the files don't count as a backup, and the next backup removes them.
 * @throws Error if another backup is running, or the store fails; earlier backups are kept
 */
export const takeBaseBackup = ({ connection, dataDir }: BackupSource, options: Options): Promise<FullBackup> =>
	withClient(connection, 'launchway-backup', async (client) => {
		const { rows } = await client.query<{ is_ours: boolean }>(LOCK)
		if (!rows[0]?.is_ours) throw new Error('another backup of this database is running')
		await removeUnfinished(options.store, options.series)
		return fill(client, dataDir, options)
	})
