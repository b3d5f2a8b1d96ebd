import { sql } from 'kysely'
import { createHash } from 'node:crypto'

import { BrokenCsv, type CsvRow } from '#server/adapters/csv/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { listSuppressed } from '#server/services/messaging/outbox/mail-suppressions.ts'

import {
	type CheckedRow,
	checkLearnerRow,
	checkRow,
	compareWithAccounts,
	type FileKind,
	MAX_IMPORT_ROWS,
	type RowVerdict,
} from './check-row.ts'
import { decodeText } from './decode-text.ts'
import { guessDelimiter, guessReading, normalizeNames, type FileLayout } from './read-columns.ts'

const CHUNK = 1000

type Content = { id: string; what: FileKind; text: string; reading: FileLayout }

const invalidFile = (code: string, message: string) => new ServiceError('unprocessable', code, message)

const VERDICT_OF_STATUS: Readonly<Record<string, RowVerdict>> = {
	pending: 'known',
	confirmed: 'known',
	unsubscribed: 'ended',
	suppressed: 'suppressed',
}

async function compareWithKnown(ctx: ServiceContext, tx: Tx, rows: readonly CheckedRow[]): Promise<CheckedRow[]> {
	const addresses = rows.flatMap(({ email, verdict }) => (email !== null && verdict !== 'twice' ? [email] : []))
	if (addresses.length === 0) return [...rows]
	const known = await tx.selectFrom('newsletter_subscriptions').select(['email', 'status']).where('email', 'in', addresses).execute()
	const states = new Map(known.map(({ email, status }) => [email, VERDICT_OF_STATUS[status] ?? 'known']))
	for (const address of await listSuppressed(ctx, tx, addresses)) states.set(address, 'suppressed')
	return rows.map((row) => {
		const verdict = row.email === null || row.verdict === 'twice' ? undefined : states.get(row.email)
		return verdict === undefined ? row : { ...row, verdict, note: null }
	})
}

async function store(tx: Tx, id: string, rows: readonly CheckedRow[]): Promise<void> {
	await sql`insert into subscriber_import_rows
			(import_id, line, typed, email, first_name, asked_at, consent_source, consent_text, verdict, note, tags)
		select ${id}::uuid, line, typed, email, first_name, asked_at, consent_source, consent_text, verdict, note, tags
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(line int, typed text, email text, first_name text, asked_at timestamptz,
			consent_source text, consent_text text, verdict text, note text, tags text[])
		on conflict (import_id, line) do nothing`.execute(tx)
}

const KINDS = {
	subscribers: { check: checkRow, compare: compareWithKnown },
	learners: { check: checkLearnerRow, compare: compareWithAccounts },
} as const

async function* inChunks(ctx: ServiceContext, { what, text, reading }: Content): AsyncGenerator<CheckedRow[]> {
	const maxRows = MAX_IMPORT_ROWS[what]
	const seen = new Set<string>()
	let isHead = reading.hasHead
	let chunk: CheckedRow[] = []
	let count = 0
	for await (const row of ctx.readCsv(text, guessDelimiter(text))) {
		if (isHead) {
			isHead = false
			continue
		}
		count += 1
		if (count > maxRows)
			throw invalidFile('import_too_long', `A file can have at most ${maxRows.toLocaleString('en-US')} rows. Split it into several files.`)
		const checked = KINDS[what].check(row, reading, ctx.now())
		const isTwice = checked.email !== null && seen.has(checked.email)
		if (checked.email !== null) seen.add(checked.email)
		chunk.push(isTwice ? { ...checked, verdict: 'twice', note: null } : checked)
		if (chunk.length === CHUNK) {
			yield chunk
			chunk = []
		}
	}
	if (count === 0) throw invalidFile('import_empty', 'This file has no rows.')
	yield chunk
}

/** Rows of the sample that is shown and used to guess the columns. */
const SAMPLE_ROWS = 20
const SAMPLE_LENGTH = 50_000

/** Reads the first rows, even if a later part of the file is malformed. */
export async function readSample({ readCsv }: Pick<ServiceContext, 'readCsv'>, text: string): Promise<CsvRow[]> {
	const rows: CsvRow[] = []
	const isCut = text.length > SAMPLE_LENGTH
	try {
		for await (const row of readCsv(text.slice(0, SAMPLE_LENGTH), guessDelimiter(text))) {
			rows.push(row)
			if (rows.length === SAMPLE_ROWS) return rows
		}
	} catch (error) {
		if (!(error instanceof BrokenCsv)) throw error
	}
	// The last row of a truncated text may be incomplete.
	return isCut && rows.length > 1 ? rows.slice(0, -1) : rows
}

async function storeRows(ctx: ServiceContext, tx: Tx, content: Content): Promise<void> {
	try {
		for await (const chunk of inChunks(ctx, content)) await store(tx, content.id, await KINDS[content.what].compare(ctx, tx, chunk))
	} catch (error) {
		if (error instanceof BrokenCsv) throw invalidFile('import_broken', `The rows can’t be read: ${error.message}`)
		throw error
	}
}

/**
 * Stores a verdict for each row, without importing any. The column mapping comes from the last file with the same headings, or is a
 * guess.
 * @returns the import's ID
 * @throws ServiceError import_not_text, import_broken, import_without_address, import_too_long, import_empty (422)
 */
export async function checkImport(
	ctx: ServiceContext,
	{ what = 'subscribers', fileName, bytes, userId }: { what?: FileKind; fileName: string; bytes: Uint8Array; userId: string },
): Promise<string> {
	const decoded = decodeText(bytes)
	if (decoded === null)
		throw invalidFile(
			'import_not_text',
			'This file isn’t text in UTF-8, UTF-16 or Windows-1252. Save it as “CSV UTF-8” and upload it again.',
		)
	const { text, encoding } = decoded
	const sample = (await readSample(ctx, text)).map(({ cells }) => cells)
	const guess = guessReading(sample)
	if (guess === null) throw invalidFile('import_without_address', 'No column is named “email” or contains email addresses.')
	return inTransaction(ctx.db, async (tx) => {
		const reading = (guess.hasHead ? await recallReading(tx, { what, head: sample[0] ?? [] }) : null) ?? guess
		const values = {
			what,
			file_name: fileName.toWellFormed().replaceAll('\0', '').slice(0, 200),
			encoding,
			content: text,
			columns: JSON.stringify(reading),
			created_by: userId,
			created_at: ctx.now(),
		}
		const { id } = await tx.insertInto('subscriber_imports').values(values).returning('id').executeTakeFirstOrThrow()
		await storeRows(ctx, tx, { id, what, text, reading })
		return id
	})
}

/**
 * Rereads a file with a different column mapping, and remembers it for files with the same headings.
 * @throws ServiceError import_gone (409) if the file was imported or deleted, or its content is no longer stored
 */
export const recheckImport = (ctx: ServiceContext, { id, reading }: { id: string; reading: FileLayout }): Promise<void> =>
	inTransaction(ctx.db, async (tx) => {
		const file = await tx
			.selectFrom('subscriber_imports')
			.select(['what', 'content'])
			.where('id', '=', id)
			.where('applied_at', 'is', null)
			.forUpdate()
			.executeTakeFirst()
		if (!file || file.content === null)
			throw new ServiceError('conflict', 'import_gone', 'Nothing was changed: this file was imported or deleted. Upload it again.')
		const [head] = await readSample(ctx, file.content)
		await tx.deleteFrom('subscriber_import_rows').where('import_id', '=', id).execute()
		await tx
			.updateTable('subscriber_imports')
			.set({ columns: JSON.stringify(reading) })
			.where('id', '=', id)
			.execute()
		if (reading.hasHead && head) await rememberReading(ctx, tx, { what: file.what, head: head.cells, reading })
		await storeRows(ctx, tx, { id, what: file.what, text: file.content, reading })
	})

type FileHeadings = { what: FileKind; head: readonly string[] }

/** Hashes the headings of a file, since the headings themselves aren't stored. */
const hashOf = ({ what, head }: FileHeadings) =>
	createHash('sha256')
		.update(JSON.stringify([what, ...normalizeNames(head)]))
		.digest()

/** Returns the column mapping of the last file of this kind with the same headings, or null. */
export async function recallReading(tx: Tx, named: FileHeadings): Promise<FileLayout | null> {
	const row = await tx.selectFrom('import_columns').select('columns').where('head_hash', '=', hashOf(named)).executeTakeFirst()
	return (row?.columns as FileLayout | undefined) ?? null
}

export async function rememberReading(
	{ now }: ServiceContext,
	tx: Tx,
	{ reading, ...named }: FileHeadings & { reading: FileLayout },
): Promise<void> {
	const values = { columns: JSON.stringify(reading), used_at: now() }
	await tx
		.insertInto('import_columns')
		.values({ head_hash: hashOf(named), ...values })
		.onConflict((conflict) => conflict.column('head_hash').doUpdateSet(values))
		.execute()
}
