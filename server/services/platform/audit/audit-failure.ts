import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type AuditAction, recordAudit } from './record-audit.ts'

/**
 * Audits a refusal after the use case's transaction was rolled back. Rate limits and overload are not recorded: otherwise callers
 * could fill the table.
 */
export async function auditFailure<T>(
	ctx: ServiceContext,
	event: { action: AuditAction; userId: string | null },
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (error instanceof ServiceError && error.kind !== 'rate-limited' && error.kind !== 'overloaded')
			await recordAudit(ctx, ctx.db, { ...event, outcome: 'failure', detail: { code: error.code } })
		throw error
	}
}
