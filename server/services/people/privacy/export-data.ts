import type { ExportRequest } from '#contracts/privacy.ts'
import { latestBelievableMs } from '#domain/clock/stored-time.ts'
import { ANSWER_DAYS, EXPORTS_PER_DAY } from '#domain/privacy/periods.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockUser } from '#server/services/identity/accounts/user-record.ts'
import { requireProof } from '#server/services/identity/sessions/fresh-proof.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { findPerson } from './person.ts'
import { printCsvs, printJson } from './print-copy.ts'
import { readRecords } from './read-records.ts'
import type { Person } from './registry/table-rule.ts'
import { requireLearner } from './require-learner.ts'
import { zipFile } from './zip-file.ts'

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
		const due = new Date(now.getTime() + ANSWER_DAYS * DAY_MS)
		await tx
			.insertInto('privacy_requests')
			.values({ kind: 'export', user_id: userId, asked_at: now, due_at: due, answered_at: now, outcome: 'exported' })
			.execute()
		await recordAudit(ctx, tx, { action: 'export_taken', outcome: 'success', userId })
	})
}

/** Exports a person's data one table at a time: as JSON, or as CSV files in a ZIP. */
export function copyData(ctx: ServiceContext, person: Person, format: ExportRequest['format']): DataCopy {
	const tables = readRecords(ctx, person)
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
	return copyData(ctx, await findPerson(ctx.db, learner.userId), format)
}
