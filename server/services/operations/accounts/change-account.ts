import { sql, type Updateable } from 'kysely'

import type { AdminUserBody } from '#contracts/auth-admin.ts'
import { mergeMetadata } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { AuthUsers } from '#server/db/row-types.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { withUniqueAddress } from '#server/services/identity/accounts/account-address.ts'
import { mergeValidMetadata } from '#server/services/identity/accounts/check-input.ts'
import { confirmAddress } from '#server/services/identity/accounts/confirm-address.ts'
import { emailClaims, phoneClaims } from '#server/services/identity/accounts/create-user.ts'
import { markAddressVerified } from '#server/services/identity/accounts/mark-address-verified.ts'
import { invalidateCodes } from '#server/services/identity/accounts/one-time-token.ts'
import { readMetadata, requireUser, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { type AccountChanges, parseAccountChanges, requireFreeAddresses } from './check-account.ts'
import { lockAccount } from './find-account.ts'

type Change = { user: UserRecord; wish: AccountChanges }
type UserUpdate = Updateable<AuthUsers>

const save = (ctx: ServiceContext, tx: Tx, { id, values }: { id: string; values: UserUpdate }) =>
	tx
		.updateTable('auth.users')
		.set({ ...values, updated_at: ctx.now() })
		.where('id', '=', id)
		.execute()

async function setEmail(ctx: ServiceContext, tx: Tx, { user, wish }: Change): Promise<void> {
	if (wish.email === null || wish.email === user.email) return
	const claims = emailClaims(user.id, wish.email, user.email_confirmed_at !== null || wish.confirmsEmail)
	const stored = readMetadata(user.raw_user_meta_data)
	// The operator's metadata is stored as sent, so an email is only updated if it's already there.
	const metadata = 'email' in stored ? mergeMetadata(stored, claims) : stored
	const values = { email: wish.email, new_email: null, email_change_confirmations: 0, raw_user_meta_data: JSON.stringify(metadata) }
	await save(ctx, tx, { id: user.id, values })
	await markAddressVerified(ctx, tx, { user, provider: 'email', claims })
	await invalidateCodes(tx, user.id)
}

async function setPhone(ctx: ServiceContext, tx: Tx, { user, wish }: Change): Promise<void> {
	if (wish.phone === null || wish.phone === user.phone) return
	const claims = phoneClaims(user.id, wish.phone, user.phone_confirmed_at !== null || wish.confirmsPhone)
	await save(ctx, tx, { id: user.id, values: { phone: wish.phone, new_phone: null } })
	await markAddressVerified(ctx, tx, { user, provider: 'phone', claims })
	await invalidateCodes(tx, user.id)
}

/** Sets a password and ends all sessions. */
async function setPassword(ctx: ServiceContext, tx: Tx, { user, wish }: Change): Promise<void> {
	if (wish.passwordHash === null) return
	await save(ctx, tx, { id: user.id, values: { encrypted_password: wish.passwordHash } })
	await tx.deleteFrom('auth.sessions').where('user_id', '=', user.id).execute()
	await invalidateCodes(tx, user.id)
}

async function setData(ctx: ServiceContext, tx: Tx, { user, wish }: Change): Promise<void> {
	const values: UserUpdate = {}
	if (wish.userMetadata)
		values.raw_user_meta_data = JSON.stringify(mergeValidMetadata(readMetadata(user.raw_user_meta_data), wish.userMetadata))
	if (wish.appMetadata)
		values.raw_app_meta_data = JSON.stringify(mergeValidMetadata(readMetadata(user.raw_app_meta_data), wish.appMetadata))
	if (wish.ban) values.banned_until = wish.ban.until
	await save(ctx, tx, { id: user.id, values })
	// The overview counts only accounts without a role as learners, so a change of role makes that day stale.
	if (wish.appMetadata) await sql`insert into stale_days (part, day) values ('accounts', public.utc_day(${user.created_at}))`.execute(tx)
}

/** Applies the changes. Each step reads the account as the previous one left it. */
export async function applyAccountChanges(ctx: ServiceContext, tx: Tx, { user, wish }: Change): Promise<void> {
	const { id } = user
	await setEmail(ctx, tx, { user, wish })
	await setPhone(ctx, tx, { user: await requireUser(tx, id), wish })
	const proofs = { email: wish.confirmsEmail, phone: wish.confirmsPhone }
	for (const kind of ['email', 'phone'] as const) {
		const current = await requireUser(tx, id)
		if (proofs[kind] && current[kind] !== null) await confirmAddress(ctx, tx, { user: current, kind, dropsPassword: false })
	}
	await setPassword(ctx, tx, { user, wish })
	await setData(ctx, tx, { user: await requireUser(tx, id), wish })
}

/**
 * Changes an account immediately and without messages. A new password ends its sessions.
 * @throws ServiceError user_not_found (404), validation_failed (400), weak_password, email_exists, phone_exists (422)
 */
export async function changeAccount(ctx: ServiceContext, id: string, body: AdminUserBody): Promise<UserRecord> {
	const wish = await parseAccountChanges(ctx, body)
	const change = async (tx: Tx) => {
		const user = await lockAccount(tx, id)
		await requireFreeAddresses(tx, { email: wish.email, phone: wish.phone, userId: user.id })
		await applyAccountChanges(ctx, tx, { user, wish })
		const changed = Object.keys(body).sort().join(' ')
		await recordAudit(ctx, tx, { action: 'user_modified', outcome: 'success', userId: user.id, detail: { by: 'service_role', changed } })
		return requireUser(tx, user.id)
	}
	return withUniqueAddress(() => inTransaction(ctx.db, change))
}
