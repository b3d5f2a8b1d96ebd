import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'

import { requireOwner } from '#server/db/bulk-copy/copy-database.ts'
import {
	digestRows,
	type ReportStep,
	quoteTable,
	queryWithNames,
	quoteIdentifier,
	readSequences,
	readTables,
	type Table,
} from '#server/db/bulk-copy/tables.ts'

import { type ArchiveRules, ARCHIVE_FORMAT, FORMAT_VERSION, MANIFEST_FILE, type Manifest, README_FILE } from './manifest.ts'

/** Number of file parts fetched at once. Each has at most 5 MB. */
const FETCHED_ROWS = 8

type Source = {
	client: pg.ClientBase
	rules: ArchiveRules
	academy: string
	/** Reads the published content: text by path below `content`. */
	readContent: () => Promise<ReadonlyMap<string, string>>
	hasSecrets: boolean
	now: () => Date
	onStep: ReportStep
}

class ArchiveWriter {
	readonly files: Manifest['files'] = {}
	readonly #zip = new ZipFile()
	readonly #file: fs.WriteStream
	readonly #done: Promise<void>
	readonly #time: Date

	constructor(file: string, time: Date) {
		this.#time = time
		this.#file = fs.createWriteStream(file, { flags: 'wx', mode: 0o600 })
		this.#done = pipeline(this.#zip.outputStream, this.#file)
		this.#done.catch(() => {})
	}

	/** Adds a file with an entry in the manifest. */
	async add(name: string, content: Readable): Promise<void> {
		const hash = createHash('sha256')
		let bytes = 0
		const measured = new Transform({
			transform(chunk: Buffer, _, next) {
				hash.update(chunk)
				bytes += chunk.length
				next(null, chunk)
			},
		})
		this.#zip.addReadStream(measured, name, { mtime: this.#time })
		// If the disk is full, no one reads the entry anymore, so stop waiting for it.
		await Promise.race([pipeline(content, measured), this.#done])
		this.files[name] = { bytes, sha256: hash.digest('hex') }
	}

	async end(text: string, manifest: Omit<Manifest, 'files'>): Promise<void> {
		this.#zip.addBuffer(Buffer.from(text), README_FILE, { mtime: this.#time })
		const whole: Manifest = { ...manifest, files: this.files }
		this.#zip.addBuffer(Buffer.from(`${JSON.stringify(whole, null, '\t')}\n`), MANIFEST_FILE, { mtime: this.#time })
		this.#zip.end()
		await this.#done
	}

	/** Closes the file first: a file that is still being opened would be created again after its removal. */
	async cancel(): Promise<void> {
		this.#file.destroy()
		await this.#done.catch(() => {})
	}
}

function selectRows({ name, columns }: Table, rules: ArchiveRules): string {
	const rule = rules.files[name]
	const list = columns.filter((column) => column !== rule?.column).map(quoteIdentifier)
	if (!rule) return `select ${list.join(', ')} from ${quoteTable(name)}`
	return `select ${list.join(', ')}, ${rule.path} as file, octet_length(${quoteIdentifier(rule.column)}) as file_bytes
		from ${quoteTable(name)} order by ${rule.order}`
}

type Part = { file: string; part: Buffer }

async function* readParts({ client, rules }: Source, name: string): AsyncGenerator<Part, undefined> {
	const rule = rules.files[name]
	if (!rule) return
	await queryWithNames(
		client,
		`declare uploads no scroll cursor for select ${rule.path} as file, ${quoteIdentifier(rule.column)} as part from ${quoteTable(name)} order by ${rule.order}`,
	)
	for (;;) {
		const { rows } = await queryWithNames<Part>(client, `fetch ${FETCHED_ROWS} from uploads`)
		if (rows.length === 0) break
		yield* rows
	}
	await client.query('close uploads')
}

/** Adds the files of a table. The parts of a file are consecutive rows. */
async function addUploads(source: Source, writer: ArchiveWriter, name: string): Promise<void> {
	const parts = readParts(source, name)
	let next = await parts.next()
	async function* partsOf(file: string) {
		for (; !next.done && next.value.file === file; next = await parts.next()) yield next.value.part
	}
	while (!next.done) await writer.add(next.value.file, Readable.from(partsOf(next.value.file)))
}

const readme = ({ academy }: Source, manifest: Omit<Manifest, 'files'>) =>
	[
		`Everything of ${academy} as of ${manifest.madeAt}, written by npm run export of Launchway.`,
		'',
		'tables/    one CSV file per table: UTF-8, a header line, times in UTC, amounts in cents, empty for null',
		'content/   the published texts, as Markdown and JSON',
		'uploads/   pictures, videos and other files',
		`${MANIFEST_FILE}  tables, number of rows, and the SHA-256 of each file`,
		'',
		'npm run import reads it. Open the CSV files in a spreadsheet as text: cells may begin with =.',
		'A spreadsheet that saves a file changes it; such a file is refused by the import.',
		'',
		manifest.hasSecrets
			? 'This archive contains keys and password hashes. Anyone who has it can act as the academy.'
			: 'Passwords, second factors and keys are not in it.',
		'Not in this archive:',
		...Object.entries(manifest.leftOut).map(([table, why]) => `- ${table}: ${why}`),
		'',
	].join('\n')

async function readMigrations(client: pg.ClientBase): Promise<Record<string, string>> {
	const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from public._migration order by name')
	return Object.fromEntries(rows.map(({ name, sha256 }) => [name, sha256]))
}

async function fill(writer: ArchiveWriter, source: Source): Promise<Manifest['tables']> {
	const { client, hasSecrets, onStep, rules } = source
	const archived: Manifest['tables'] = []
	for (const { name, columns: all } of await readTables(client)) {
		if (name in rules.leftOut || (!hasSecrets && name in rules.secretTables)) continue
		const table = { name, columns: all.filter((column) => hasSecrets || !rules.secretColumns[name]?.includes(column)) }
		const file = `tables/${name}.csv`
		await writer.add(file, client.query(copyTo(`copy (${selectRows(table, rules)}) to stdout with (format csv, header)`)))
		await addUploads(source, writer, name)
		const { rows, digest } = await digestRows(client, table)
		archived.push({ ...table, file, rows, digest })
		if (rows > 0) onStep(`${name}: ${rows} rows`)
	}
	return archived
}

/**
 * Writes an archive of everything the operator owns, as of one moment. The server may be running. Memory use doesn't depend on the number
 * of rows.
 * @param source its connection can't be used again after an error
 * @param file new file; an incomplete one is removed
 * @throws Error if the file exists or can't be written
 */
export async function writeArchive(source: Source, file: string): Promise<Manifest> {
	const { client, academy, hasSecrets, now, rules } = source
	if (fs.existsSync(file)) throw new Error(`${file} already exists; name a new file`)
	await requireOwner(client)
	const draft = `${file}.partial-${process.pid}`
	const begun = now()
	const writer = new ArchiveWriter(draft, begun)
	try {
		await client.query('begin isolation level repeatable read read only')
		const tables = await fill(writer, source)
		for (const [name, text] of await source.readContent()) await writer.add(`content/${name}`, Readable.from([Buffer.from(text)]))
		const manifest = {
			format: ARCHIVE_FORMAT,
			formatVersion: FORMAT_VERSION,
			academy,
			madeAt: begun.toISOString(),
			hasSecrets,
			migrations: await readMigrations(client),
			tables,
			sequences: await readSequences(client),
			leftOut: { ...rules.leftOut, ...(!hasSecrets && rules.secretTables) },
		} as const
		await client.query('commit')
		await writer.end(readme(source, manifest), manifest)
		fs.renameSync(draft, file)
		return { ...manifest, tables, files: writer.files }
	} catch (error) {
		await writer.cancel()
		fs.rmSync(draft, { force: true })
		throw error
	}
}
