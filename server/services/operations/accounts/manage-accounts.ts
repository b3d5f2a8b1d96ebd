import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { AdminUserBody } from '#contracts/auth-admin.ts'
import { mergeMetadata } from '#domain/auth/user-metadata.ts'
import { inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed, mergeValidMetadata, withUniqueAddress } from '#server/services/identity/accounts/check-input.ts'
import { confirmAddress, markAddressVerified } from '#server/services/identity/accounts/confirm-address.ts'
import { createUser, emailClaims, phoneClaims } from '#server/services/identity/accounts/create-user.ts'
import { invalidateCodes } from '#server/services/identity/accounts/one-time-token.ts'
import {
	toMetadataObject,
	requireUser,
	type UserRecord,
	updateUserRow,
	type UserUpdate,
} from '#server/services/identity/accounts/user-record.ts'
import { erasePerson } from '#server/services/people/privacy/erase-due-accounts.ts'
import { findPerson, lockPerson } from '#server/services/people/privacy/person.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { type AccountChanges, parseAccountChanges, requireFreeAddresses } from './check-account.ts'
import { lockAccount, lockAnyAccount, requireAccount } from './find-account.ts'

type Change = { user: UserRecord; changes: AccountChanges }

const save = (ctx: ServiceContext, tx: Tx, { id, values }: { id: string; values: UserUpdate }) =>
	updateUserRow(tx, id, { ...values, updated_at: ctx.now() })

async function setEmail(ctx: ServiceContext, tx: Tx, { user, changes }: Change): Promise<void> {
	if (changes.email === null || changes.email === user.email) return
	const claims = emailClaims(user.id, changes.email, user.email_confirmed_at !== null || changes.confirmsEmail)
	const stored = toMetadataObject(user.raw_user_meta_data)
	// The operator's metadata is stored as sent, so an email is only updated if it's already there.
	const metadata = 'email' in stored ? mergeMetadata(stored, claims) : stored
	const values = { email: changes.email, new_email: null, email_change_confirmations: 0, raw_user_meta_data: JSON.stringify(metadata) }
	await save(ctx, tx, { id: user.id, values })
	await markAddressVerified(ctx, tx, { user, provider: 'email', claims })
	await invalidateCodes(tx, user.id)
}

async function setPhone(ctx: ServiceContext, tx: Tx, { user, changes }: Change): Promise<void> {
	if (changes.phone === null || changes.phone === user.phone) return
	const claims = phoneClaims(user.id, changes.phone, user.phone_confirmed_at !== null || changes.confirmsPhone)
	await save(ctx, tx, { id: user.id, values: { phone: changes.phone, new_phone: null } })
	await markAddressVerified(ctx, tx, { user, provider: 'phone', claims })
	await invalidateCodes(tx, user.id)
}

async function setPassword(ctx: ServiceContext, tx: Tx, { user, changes }: Change): Promise<void> {
	if (changes.passwordHash === null) return
	await save(ctx, tx, { id: user.id, values: { encrypted_password: changes.passwordHash } })
	await tx.deleteFrom('auth.sessions').where('user_id', '=', user.id).execute()
	await invalidateCodes(tx, user.id)
}

async function setData(ctx: ServiceContext, tx: Tx, { user, changes }: Change): Promise<void> {
	const values: UserUpdate = {}
	if (changes.userMetadata)
		values.raw_user_meta_data = JSON.stringify(mergeValidMetadata(toMetadataObject(user.raw_user_meta_data), changes.userMetadata))
	if (changes.appMetadata)
		values.raw_app_meta_data = JSON.stringify(mergeValidMetadata(toMetadataObject(user.raw_app_meta_data), changes.appMetadata))
	if (changes.ban) values.banned_until = changes.ban.until
	await save(ctx, tx, { id: user.id, values })
	// The overview counts only accounts without a role as learners, so a change of role makes the day of the sign-up stale.
	if (changes.appMetadata) await sql`insert into stale_days (part, day) values ('accounts', public.utc_day(${user.created_at}))`.execute(tx)
}

/** Applies the changes. Each step reads the account as the previous one left it. */
export async function applyAccountChanges(ctx: ServiceContext, tx: Tx, { user, changes }: Change): Promise<void> {
	const { id } = user
	await setEmail(ctx, tx, { user, changes })
	await setPhone(ctx, tx, { user: await requireUser(tx, id), changes })
	const proofs = { email: changes.confirmsEmail, phone: changes.confirmsPhone }
	for (const kind of ['email', 'phone'] as const) {
		const current = await requireUser(tx, id)
		if (proofs[kind] && current[kind] !== null) await confirmAddress(ctx, tx, { user: current, kind, dropsPassword: false })
	}
	await setPassword(ctx, tx, { user, changes })
	await setData(ctx, tx, { user: await requireUser(tx, id), changes })
}

/**
 * Changes an account immediately and without messages. A new password ends its sessions.
 * @throws ServiceError user_not_found (404), validation_failed (400), weak_password, email_exists, phone_exists (422)
 */
export async function changeAccount(ctx: ServiceContext, id: string, body: AdminUserBody): Promise<UserRecord> {
	const changes = await parseAccountChanges(ctx, body)
	const change = async (tx: Tx) => {
		const user = await lockAccount(tx, id)
		await requireFreeAddresses(tx, { email: changes.email, phone: changes.phone, userId: user.id })
		await applyAccountChanges(ctx, tx, { user, changes })
		const changed = Object.keys(body).sort().join(' ')
		await recordAudit(ctx, tx, { action: 'user_modified', outcome: 'success', userId: user.id, detail: { by: 'service_role', changed } })
		return requireUser(tx, user.id)
	}
	return withUniqueAddress(() => inTransaction(ctx.db, change))
}

async function insertAccount(ctx: ServiceContext, tx: Tx, { id, changes }: { id: string; changes: AccountChanges }): Promise<UserRecord> {
	const { email, phone, passwordHash } = changes
	await requireFreeAddresses(tx, { email, phone, userId: id })
	const isConfirmed = email !== null ? changes.confirmsEmail : changes.confirmsPhone
	const address = email !== null ? { email } : { phone: phone ?? '' }
	const user = await createUser(ctx, tx, {
		id,
		...address,
		passwordHash,
		data: changes.userMetadata ?? {},
		isConfirmed,
		isOpenedByOperator: true,
	})
	if (!user) {
		// A parallel request created an account with the same address or ID.
		await requireFreeAddresses(tx, { email, phone, userId: id })
		throw new ServiceError('conflict', 'conflict', 'A user with this id has already been registered')
	}
	await applyAccountChanges(ctx, tx, { user, changes: { ...changes, passwordHash: null, userMetadata: null } })
	await recordAudit(ctx, tx, { action: 'user_signedup', outcome: 'success', userId: id, detail: { by: 'service_role' } })
	return requireUser(tx, id)
}

/**
 * Creates an account without sending messages.
 * @throws ServiceError validation_failed (400), weak_password, email_exists, phone_exists (422), conflict (409) if the ID is
 * taken
 */
export async function createAccount(ctx: ServiceContext, body: AdminUserBody): Promise<UserRecord> {
	const id = body.id ? body.id.toLowerCase() : randomUUID()
	if (!isUuid(id)) throw validationFailed('ID must conform to the uuid v4 format')
	// An empty password means none, as in GoTrue; when changing an account, it's an error.
	const changes = await parseAccountChanges(ctx, { ...body, password: body.password || null })
	if (changes.email === null && changes.phone === null) throw validationFailed('Cannot create a user without either an email or phone')
	return withUniqueAddress(() => inTransaction(ctx.db, (tx) => insertAccount(ctx, tx, { id, changes })))
}

/** Clears an account: keeps the row for its references, without anything that identifies the person or allows a sign-in. */
async function emptyAccount(ctx: ServiceContext, tx: Tx, id: string): Promise<void> {
	await updateUserRow(tx, id, {
		email: null,
		phone: null,
		new_email: null,
		new_phone: null,
		encrypted_password: null,
		raw_user_meta_data: JSON.stringify({}),
		raw_app_meta_data: JSON.stringify({}),
		deleted_at: ctx.now(),
		updated_at: ctx.now(),
	})
}

/**
 * Deletes the person from every table (docs/adr/0335). A soft delete keeps the account's row, without personal data.
 * @throws ServiceError user_not_found (404), also for an invalid ID
 */
export async function deleteAccount(ctx: ServiceContext, id: string, isSoft: boolean): Promise<void> {
	await inTransaction(ctx.db, async (tx) => {
		const found = await requireAccount(tx, id)
		await lockPerson(tx, await findPerson(tx, found.id))
		const user = await lockAnyAccount(tx, id)
		if (isSoft && user.deleted_at) return
		await erasePerson(tx, await findPerson(tx, user.id), { plugins: ctx.plugins, keepsAccount: isSoft })
		if (isSoft) await emptyAccount(ctx, tx, user.id)
		const detail = { by: 'service_role', soft: isSoft }
		await recordAudit(ctx, tx, { action: 'user_deleted', outcome: 'success', userId: user.id, detail })
	})
}
