import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

import { hyphenate } from '#content/render-download.ts'
import type { ExportRequest } from '#contracts/privacy.ts'
import { latestBelievableMs } from '#domain/clock/stored-time.ts'
import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { PRIVACY_RESPONSE_DAYS, EXPORTS_PER_DAY } from '#domain/privacy/periods.ts'
import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockUser } from '#server/services/identity/accounts/user-record.ts'
import { requireProof } from '#server/services/identity/sessions/fresh-proof.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { findPerson } from './person.ts'
import { listOmittedTables, readPersonalRecords, type PersonalRecords } from './read-records.ts'
import type { Person } from './registry/table-rule.ts'
import { requireLearner } from './require-learner.ts'

export type ZipEntry = { /** Plain ASCII path with `/`. */ name: string; content: Buffer }

/**
 * Creates a ZIP file.
 * @param time modification time of all entries
 */
export async function* zipFile(entries: AsyncIterable<ZipEntry>, time: Date): AsyncGenerator<Buffer> {
	const zip = new ZipFile()
	const output = zip.outputStream as Readable
	const pack = async () => {
		for await (const { name, content } of entries) {
			if (output.destroyed) return // the client has disconnected
			zip.addBuffer(content, name, { mtime: time })
		}
		zip.end()
	}
	void pack().catch((error: Error) => output.destroy(error))
	yield* output as AsyncIterable<Buffer>
}

const aboutLines = (ctx: ServiceContext, madeAt: Date) => [
	`A copy of everything ${ctx.content.site.name} holds about you, made ${madeAt.toISOString()}. Times are UTC, amounts in cents.`,
	'Passwords, codes and keys are stored as hashes or encrypted. They’re left out, because nothing can be read from them.',
	...listOmittedTables(ctx).map(({ title, why }) => `Left out: ${title}. ${why}`),
]

/** Converts bytes to base64. Dates are ISO 8601 already. */
const forJson = (_key: string, value: unknown): unknown => {
	const isBytes = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
	return isBytes && Array.isArray(value.data) ? Buffer.from(value.data as number[]).toString('base64') : value
}

async function* printJson(ctx: ServiceContext, tables: AsyncIterable<PersonalRecords>, madeAt: Date): AsyncGenerator<Buffer> {
	yield Buffer.from(`{\n"about": ${JSON.stringify(aboutLines(ctx, madeAt))},\n"data": {`)
	let separator = '\n'
	for await (const { title, purpose, rows } of tables) {
		yield Buffer.from(`${separator}${JSON.stringify(title)}: ${JSON.stringify({ purpose, rows }, forJson, '\t')}`)
		separator = ',\n'
	}
	yield Buffer.from('\n}\n}\n')
}

function cellText(value: unknown): string {
	if (value === null || value === undefined) return ''
	if (value instanceof Date) return value.toISOString()
	return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

/** Returns a table's CSV file. Files in the cells become separate entries, which the CSV refers to by name. */
function csvEntries({ title, columns, rows }: PersonalRecords): ZipEntry[] {
	const name = hyphenate(title)
	const files: ZipEntry[] = []
	const lines = rows.map((row) =>
		columns.map((column) => {
			const value = row[column]
			if (!Buffer.isBuffer(value)) return cellText(value)
			const file = { name: `files/${name}-${files.length + 1}.pdf`, content: value }
			files.push(file)
			return file.name
		}),
	)
	return [{ name: `${name}.csv`, content: Buffer.from(CSV_START + [columns, ...lines].map(csvLine).join('')) }, ...files]
}

async function* printCsvs(ctx: ServiceContext, tables: AsyncIterable<PersonalRecords>, madeAt: Date): AsyncGenerator<ZipEntry> {
	yield { name: 'README.txt', content: Buffer.from(`${aboutLines(ctx, madeAt).join('\n')}\n`) }
	for await (const records of tables) yield* csvEntries(records)
}

const DAY_MS = 86_400_000

export type DataCopy = { fileName: string; mediaType: string; content: AsyncGenerator<Buffer> }

/**
 * Records an export request.
 * @throws ServiceError over_request_rate_limit (429) after five in 24 hours
 */
async function recordRequest(ctx: ServiceContext, userId: string): Promise<void> {
	const now = ctx.now()
	await inTransaction(ctx.db, async (tx) => {
		await lockUser(tx, userId)
		const recent = await tx
			.selectFrom('privacy_requests')
			.select('asked_at')
			.where('user_id', '=', userId)
			.where('kind', '=', 'export')
			.where('asked_at', '>', new Date(now.getTime() - DAY_MS))
			.where('asked_at', '<=', new Date(latestBelievableMs(now)))
			.orderBy('asked_at')
			.execute()
		const [oldest] = recent
		if (oldest && recent.length >= EXPORTS_PER_DAY) {
			const retryAfterSeconds = Math.max(1, Math.ceil((oldest.asked_at.getTime() + DAY_MS - now.getTime()) / 1000))
			const message = `You downloaded ${EXPORTS_PER_DAY} copies in 24 hours. Please try again later.`
			throw new ServiceError('rate-limited', 'over_request_rate_limit', message, { retryAfterSeconds })
		}
		const due = new Date(now.getTime() + PRIVACY_RESPONSE_DAYS * DAY_MS)
		await tx
			.insertInto('privacy_requests')
			.values({ kind: 'export', user_id: userId, asked_at: now, due_at: due, answered_at: now, outcome: 'exported' })
			.execute()
		await recordAudit(ctx, tx, { action: 'export_taken', outcome: 'success', userId })
	})
}

/** Exports a person's data one table at a time: as JSON, or as CSV files in a ZIP. */
export function exportPerson(ctx: ServiceContext, person: Person, format: ExportRequest['format']): DataCopy {
	const tables = readPersonalRecords(ctx, person)
	const madeAt = ctx.now()
	if (format === 'json') return { fileName: 'my-data.json', mediaType: 'application/json', content: printJson(ctx, tables, madeAt) }
	return { fileName: 'my-data.zip', mediaType: 'application/zip', content: zipFile(printCsvs(ctx, tables, madeAt), madeAt) }
}

/**
 * Exports everything stored about the learner, and records it as a privacy request.
 * @throws ServiceError session_not_found, insufficient_aal, reauthentication_needed (403), reauthentication_not_valid (422),
 * over_request_rate_limit (429)
 */
export async function exportData(ctx: ServiceContext, { format, nonce }: ExportRequest): Promise<DataCopy> {
	const learner = requireLearner(ctx)
	await requireProof(ctx, learner, nonce)
	await recordRequest(ctx, learner.userId)
	return exportPerson(ctx, await findPerson(ctx.db, learner.userId), format)
}
