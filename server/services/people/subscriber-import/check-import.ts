import { sql } from 'kysely'

import { BrokenCsv, type CsvRow } from '#server/adapters/csv/port.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { listSuppressed } from '#server/services/messaging/outbox/mail-suppressions.ts'

import { type CheckedRow, checkRow, type Verdict } from './check-row.ts'
import { decodeText } from './decode-text.ts'
import { guessDelimiter, readColumns } from './read-columns.ts'

const CHUNK = 1000
export const MOST_ROWS = 100_000

const refuse = (code: string, message: string) => new ServiceError('unprocessable', code, message)

const TAKEN: Readonly<Record<string, Verdict>> = { pending: 'known', confirmed: 'known', unsubscribed: 'ended', suppressed: 'suppressed' }

/** What the server knows of the addresses of some rows changes what becomes of them. */
async function compareWithKnown(ctx: ServiceContext, tx: Tx, rows: readonly CheckedRow[]): Promise<CheckedRow[]> {
	const addresses = rows.flatMap(({ email, verdict }) => (email !== null && verdict !== 'twice' ? [email] : []))
	if (addresses.length === 0) return [...rows]
	const known = await tx.selectFrom('newsletter_subscriptions').select(['email', 'status']).where('email', 'in', addresses).execute()
	const states = new Map(known.map(({ email, status }) => [email, TAKEN[status] ?? 'known']))
	for (const address of await listSuppressed(ctx, tx, addresses)) states.set(address, 'suppressed')
	return rows.map((row) => {
		const verdict = row.email === null || row.verdict === 'twice' ? undefined : states.get(row.email)
		return verdict === undefined ? row : { ...row, verdict, note: null }
	})
}

async function store(tx: Tx, id: string, rows: readonly CheckedRow[]): Promise<void> {
	await sql`insert into subscriber_import_rows
			(import_id, line, typed, email, first_name, asked_at, asked_place, asked_words, verdict, note)
		select ${id}::uuid, line, typed, email, first_name, asked_at, asked_place, asked_words, verdict, note
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(line int, typed text, email text, first_name text, asked_at timestamptz,
			asked_place text, asked_words text, verdict text, note text)
		on conflict (import_id, line) do nothing`.execute(tx)
}

async function* inChunks(ctx: ServiceContext, source: AsyncIterable<CsvRow>): AsyncGenerator<CheckedRow[]> {
	const seen = new Set<string>()
	let columns: ReturnType<typeof readColumns> = null
	let chunk: CheckedRow[] = []
	let count = 0
	for await (const row of source) {
		if (columns === null) {
			columns = readColumns(row.cells)
			if (columns === null)
				throw refuse(
					'import_without_address',
					'Its first row names no column “email”. Name the columns in the first row, and read it again.',
				)
			continue
		}
		count += 1
		if (count > MOST_ROWS) throw refuse('import_too_long', `A file may have ${MOST_ROWS.toLocaleString('en-US')} rows. Please divide it.`)
		const checked = checkRow(row, columns, ctx.now())
		const isTwice = checked.email !== null && seen.has(checked.email)
		if (checked.email !== null) seen.add(checked.email)
		chunk.push(isTwice ? { ...checked, verdict: 'twice', note: null } : checked)
		if (chunk.length === CHUNK) {
			yield chunk
			chunk = []
		}
	}
	if (count === 0) throw refuse('import_empty', 'There are no rows in it.')
	yield chunk
}

/**
 * Reads a file of addresses and keeps what would become of each row. Nobody is added by it.
 * @returns the import's id
 * @throws ServiceError import_not_text, import_broken, import_without_address, import_too_long, import_empty (422)
 */
export async function checkImport(
	ctx: ServiceContext,
	{ fileName, bytes, userId }: { fileName: string; bytes: Uint8Array; userId: string },
): Promise<string> {
	const decoded = decodeText(bytes)
	if (decoded === null)
		throw refuse('import_not_text', 'It is no text in UTF-8, UTF-16 or Windows-1252. Save it as “CSV UTF-8” and read it again.')
	const { text, encoding } = decoded
	try {
		return await inTransaction(ctx.db, async (tx) => {
			const about = {
				file_name: fileName.toWellFormed().replaceAll('\0', '').slice(0, 200),
				encoding,
				created_by: userId,
				created_at: ctx.now(),
			}
			const { id } = await tx.insertInto('subscriber_imports').values(about).returning('id').executeTakeFirstOrThrow()
			for await (const chunk of inChunks(ctx, ctx.readCsv(text, guessDelimiter(text))))
				await store(tx, id, await compareWithKnown(ctx, tx, chunk))
			return id
		})
	} catch (error) {
		if (error instanceof BrokenCsv) throw refuse('import_broken', `Its rows cannot be told apart: ${error.message}`)
		throw error
	}
}
