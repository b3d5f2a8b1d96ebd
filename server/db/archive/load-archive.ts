import { parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import {
	digestRows,
	type ReportStep,
	quoteTable,
	withoutConstraints,
	quoteIdentifier,
	readSequences,
	readTables,
	setSequences,
	type Table,
} from '#server/db/bulk-copy/tables.ts'

import type { ArchiveRules, ArchiveTable } from './manifest.ts'
import type { Archive } from './read-archive.ts'

const cell = (value: string) => (value === '' ? '' : `"${value.replaceAll('"', '""')}"`)

class PartReader {
	readonly #archive: Archive
	#file = ''
	#chunks: AsyncIterator<Buffer> | null = null
	#rest: Buffer = Buffer.alloc(0)

	constructor(archive: Archive) {
		this.#archive = archive
	}

	/** @throws Error if the file is shorter */
	async read(file: string, bytes: number): Promise<Buffer> {
		if (file !== this.#file) {
			await this.finish()
			this.#file = file
			this.#chunks = (await this.#archive.open(file))[Symbol.asyncIterator]()
		}
		const parts = [this.#rest]
		let length = this.#rest.length
		while (length < bytes) {
			const next = await this.#chunks?.next()
			if (!next || next.done) throw new Error(`${file} is shorter than its table says`)
			parts.push(next.value)
			length += next.value.length
		}
		const whole = Buffer.concat(parts)
		this.#rest = whole.subarray(bytes)
		return whole.subarray(0, bytes)
	}

	/** @throws Error if the file is longer, or has another SHA-256 */
	async finish(): Promise<void> {
		if (this.#chunks === null) return
		const next = await this.#chunks.next()
		if (this.#rest.length > 0 || !next.done) throw new Error(`${this.#file} is longer than its table says`)
		this.#chunks = null
	}
}

/** Maximum bytes of a file part stored in one row. The largest parts belong to the files of job applications. */
const MAX_PART_BYTES = 8 * 2 ** 20

type Source = { archive: Archive; rules: ArchiveRules; onStep: ReportStep }

/** Puts the bytes of files back into the rows of their table. */
async function* withBytes(archive: Archive, { file, columns, name }: ArchiveTable, rule: { column: string }): AsyncGenerator<string> {
	const reader = new PartReader(archive)
	const rows = parse({ columns: true, max_record_size: 1_000_000 })
	// The loop below throws this error as well.
	pipeline(await archive.open(file), rows).catch(() => {})
	yield `${columns.join(',')}\n`
	for await (const row of rows as AsyncIterable<Record<string, string>>) {
		const bytes = Number(row['file_bytes'])
		if (!Number.isSafeInteger(bytes) || bytes < 1 || bytes > MAX_PART_BYTES) throw new Error(`${name} has a file part with the wrong size`)
		const data = await reader.read(row['file'] ?? '', bytes)
		yield `${columns.map((column) => (column === rule.column ? `\\x${data.toString('hex')}` : cell(row[column] ?? ''))).join(',')}\n`
	}
	await reader.finish()
}

async function loadTable(client: pg.ClientBase, { archive, rules }: Source, table: ArchiveTable): Promise<void> {
	const { name, columns, file } = table
	const rule = rules.files[name]
	const content = rule ? Readable.from(withBytes(archive, table, rule)) : await archive.open(file)
	const sink = client.query(
		copyFrom(`copy ${quoteTable(name)} (${columns.map(quoteIdentifier).join(', ')}) from stdin with (format csv, header match)`),
	)
	try {
		await pipeline(content, sink)
	} catch (error) {
		const { message } = error as Error
		throw new Error(message.startsWith(file) ? message : `${file} can’t be loaded: ${message}`, { cause: error })
	}
}

/** @throws Error if a table or column isn't in the schema, or a column is missing */
function requireKnown(tables: readonly ArchiveTable[], schema: readonly Table[], rules: ArchiveRules): void {
	const known = new Map(schema.map((table) => [table.name, table.columns]))
	if (new Set(tables.map(({ name }) => name)).size < tables.length) throw new Error('manifest.json lists a table twice')
	for (const { name, columns } of tables) {
		const expected = known.get(name)
		if (!expected || name in rules.leftOut) throw new Error(`manifest.json lists ${name}, which archives never contain`)
		const needed = expected.filter((column) => !rules.secretColumns[name]?.includes(column))
		if (
			new Set(columns).size < columns.length ||
			needed.some((column) => !columns.includes(column)) ||
			columns.some((column) => !expected.includes(column))
		)
			throw new Error(`the columns of ${name} in manifest.json differ from the program’s`)
	}
}

/**
 * Loads an archive into an empty database whose schema has exactly the archive's migrations. Compares the hashes of all rows
 * before it commits.
 * @throws Error that names the file or table; the database then stays empty
 */
export async function loadArchive(client: pg.ClientBase, source: Source): Promise<void> {
	const { archive, rules, onStep } = source
	const { tables, sequences } = archive.manifest
	const schema = await readTables(client)
	requireKnown(tables, schema, rules)
	await client.query('begin')
	try {
		await withoutConstraints(client, { tables: schema, onStep }, async () => {
			for (const table of tables) {
				await loadTable(client, source, table)
				const { rows, digest } = await digestRows(client, table)
				if (rows !== table.rows || digest !== table.digest) throw new Error(`${table.name} was not imported exactly`)
				if (rows > 0) onStep(`${table.name}: ${rows} rows, equal`)
			}
		})
		const names = new Set((await readSequences(client)).map(({ name }) => name))
		const foreign = sequences.find(({ name }) => !names.has(name))
		if (foreign) throw new Error(`manifest.json lists the sequence ${foreign.name}, which the program doesn’t have`)
		await setSequences(client, sequences)
		await client.query('commit')
	} catch (error) {
		await client.query('rollback').catch(() => {})
		throw new Error(`${(error as Error).message}; nothing was imported`, { cause: error })
	}
}
