import { inTransaction, isUuid } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

/**
 * Closes an alert, so that the same finding isn't reported again.
 * @param who the operator's name, 1 to 200 characters; stored with the alert and in the audit log
 * @returns `closed` for the call that closed it, `was-closed` for later ones, null for an unknown ID
 */
export async function acknowledgeAlert(ctx: ServiceContext, id: string, who: string): Promise<'closed' | 'was-closed' | null> {
	if (!isUuid(id)) return null
	return inTransaction(ctx.db, async (tx) => {
		const closed = await tx
			.updateTable('operator_alerts')
			.set({ state: 'closed', closed_at: ctx.now(), closed_by: who })
			.where('id', '=', id)
			.where('state', '=', 'open')
			.returning('kind')
			.executeTakeFirst()
		if (closed) {
			const detail = { by: who, alert: id, kind: closed.kind }
			await recordAudit(ctx, tx, { action: 'alert_closed', outcome: 'success', userId: null, detail })
			return 'closed'
		}
		const known = await tx.selectFrom('operator_alerts').select('id').where('id', '=', id).executeTakeFirst()
		return known ? 'was-closed' : null
	})
}

/**
 * Closes all open alerts of one kind created before a given time. After a night without a mail server, there may be hundreds.
 * @param who as in `acknowledgeAlert`
 * @returns the number of alerts this call closed
 */
export async function acknowledgeKind(ctx: ServiceContext, { kind, until }: { kind: string; until: Date }, who: string): Promise<number> {
	return inTransaction(ctx.db, async (tx) => {
		const closed = await tx
			.updateTable('operator_alerts')
			.set({ state: 'closed', closed_at: ctx.now(), closed_by: who })
			.where('kind', '=', kind)
			.where('created_at', '<=', until)
			.where('state', '=', 'open')
			.returning('id')
			.execute()
		const detail = { by: who, kind, alerts: closed.length }
		if (closed.length > 0) await recordAudit(ctx, tx, { action: 'alert_closed', outcome: 'success', userId: null, detail })
		return closed.length
	})
}
