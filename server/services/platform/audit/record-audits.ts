import { sql } from 'kysely'

import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { AuditEntry } from './record-audit.ts'

/** An audit entry with the context of its request. */
export type AuditOfRequest = { ctx: ServiceContext; entry: AuditEntry }

/** Same as `recordAudit`, for many requests in one statement. */
export async function recordAudits(tx: Tx, rows: readonly AuditOfRequest[]): Promise<void> {
	if (rows.length === 0) return
	const values = rows.map(({ ctx, entry: { action, outcome, userId, detail } }) => ({
		action,
		outcome,
		user_id: userId,
		payload: { ...detail, request_id: ctx.requestId },
		ip_address: ctx.clientAddress,
		user_agent: ctx.userAgent,
		created_at: ctx.now().toISOString(),
	}))
	await sql`
		insert into auth.audit_log_entries (action, outcome, user_id, payload, ip_address, user_agent, created_at)
		select action, outcome, user_id, payload, ip_address, user_agent, created_at
		from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as entry (action text, outcome text, user_id uuid, payload jsonb,
			ip_address text, user_agent text, created_at timestamptz)`.execute(tx)
}
