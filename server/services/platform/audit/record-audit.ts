import { sql } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

type AuditOfRequest = { ctx: ServiceContext; entry: AuditEntry }

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

export type AuditAction =
	| 'user_signedup'
	| 'user_repeated_signup'
	| 'login'
	| 'logout'
	| 'token_refreshed'
	| 'token_reuse'
	| 'session_lowered'
	| 'code_requested'
	| 'code_verified'
	| 'user_recovery_requested'
	| 'user_modified'
	| 'user_invited'
	| 'user_invite_accepted'
	| 'user_deleted'
	| 'link_generated'
	| 'user_updated_password'
	| 'email_change_requested'
	| 'email_changed'
	| 'certificate_issued'
	| 'certificate_revoked'
	| 'refund_granted'
	| 'refund_refused'
	| 'refund_overridden'
	| 'refund_marked_sent'
	| 'transfer_marked_paid'
	| 'access_given'
	| 'access_taken_back'
	| 'access_end_set'
	| 'phone_change_requested'
	| 'phone_changed'
	| 'user_reauthenticate_requested'
	| 'factor_enrolled'
	| 'factor_challenged'
	| 'factor_verified'
	| 'factor_changed'
	| 'factor_unenrolled'
	| 'recovery_codes_generated'
	| 'recovery_code_used'
	| 'recovery_codes_removed'
	| 'passkey_created'
	| 'passkey_updated'
	| 'passkey_deleted'
	| 'export_taken'
	| 'erasure_requested'
	| 'erasure_canceled'
	| 'account_erased'
	| 'external_sign_in'
	| 'identity_linked'
	| 'identity_unlinked'
	| 'sso_provider_created'
	| 'sso_provider_changed'
	| 'sso_provider_deleted'
	| 'oauth_client_created'
	| 'oauth_client_updated'
	| 'oauth_client_deleted'
	| 'oauth_client_secret_replaced'
	| 'oauth_access_granted'
	| 'oauth_access_denied'
	| 'oauth_access_revoked'
	| 'oauth_code_redeemed'
	| 'oauth_code_reused'
	| 'custom_provider_created'
	| 'custom_provider_updated'
	| 'custom_provider_deleted'
	| 'alert_closed'
	| 'letter_answered'
	| 'seen_by_operator'

type AuditEntry = {
	action: AuditAction
	outcome: 'success' | 'failure'
	userId: string | null
	/** Details of the event. Must never contain an unverified address, a code or a password. */
	detail?: Record<string, string | number | boolean>
}

export const auditPayload = (ctx: ServiceContext, detail: AuditEntry['detail']) => JSON.stringify({ ...detail, request_id: ctx.requestId })

/** Records an audit entry. Pass `ctx.db` for a failure whose transaction was rolled back. */
export async function recordAudit(ctx: ServiceContext, db: Db | Tx, entry: AuditEntry): Promise<void> {
	await db
		.insertInto('auth.audit_log_entries')
		.values({
			action: entry.action,
			outcome: entry.outcome,
			user_id: entry.userId,
			payload: auditPayload(ctx, entry.detail),
			ip_address: ctx.clientAddress,
			user_agent: ctx.userAgent,
			created_at: ctx.now(),
		})
		.execute()
}

/**
 * Runs a use case and audits its failure, after its transaction was rolled back. Rate limits and overload are not recorded: otherwise
 * callers could fill the table.
 */
export async function withFailureAudit<T>(
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
