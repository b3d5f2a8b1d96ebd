import type { AdminUserBody } from '#contracts/auth-admin.ts'
import { parseBanDuration } from '#domain/auth/ban-duration.ts'
import type { Metadata } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	alreadyTaken,
	validationFailed,
	requireEmailAddress,
	requireGoodPassword,
	requireValidMetadata,
	requirePhoneNumber,
} from '#server/services/identity/accounts/check-input.ts'
import { hashPassword } from '#server/services/identity/accounts/password-hash.ts'
import { ownsAddress } from '#server/services/identity/accounts/user-record.ts'

/** Validated changes to an account. Null leaves a value as it is. */
export type AccountChanges = {
	email: string | null
	phone: string | null
	passwordHash: string | null
	confirmsEmail: boolean
	confirmsPhone: boolean
	userMetadata: Metadata | null
	appMetadata: Metadata | null
	/** Null keeps the ban; `until: null` lifts it. */
	ban: { until: Date | null } | null
}

// PHC string of argon2; groups: memory in KiB, passes, lanes. They are limited, since an imported hash must not make every
// sign-in expensive.
const ARGON2 = /^\$argon2(?:id|i)\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/

function requirePasswordHash(hash: string): string {
	const [, memory, passes, lanes] = ARGON2.exec(hash) ?? []
	const isCheap = Number(memory) <= 131_072 && Number(passes) <= 10 && Number(lanes) <= 8
	if (!isCheap)
		throw validationFailed('password_hash must be an argon2id or argon2i hash in PHC form of at most 128 MiB, 10 passes and 8 lanes')
	return hash
}

async function toPasswordHash(ctx: ServiceContext, body: AdminUserBody): Promise<string | null> {
	if (body.password && body.password_hash) throw validationFailed('Only a password or a password hash should be provided')
	if (body.password_hash) return requirePasswordHash(body.password_hash)
	if (typeof body.password !== 'string') return null
	requireGoodPassword(ctx, body.password)
	return hashPassword(body.password, 'trusted')
}

function toBan(ctx: ServiceContext, duration: string | null | undefined): AccountChanges['ban'] {
	if (!duration) return null
	const ms = parseBanDuration(duration)
	if (ms === null) throw validationFailed('ban_duration must be a duration like 24h, or none')
	return { until: ms === 0 ? null : new Date(ctx.now().getTime() + ms) }
}

/** Removes `provider` and `providers`, which only the server maintains. */
const withoutProviders = (metadata: Metadata): Metadata =>
	Object.fromEntries(Object.entries(metadata).filter(([name]) => name !== 'provider' && name !== 'providers'))

/** @throws ServiceError validation_failed (400), weak_password (422) */
export async function parseAccountChanges(ctx: ServiceContext, body: AdminUserBody): Promise<AccountChanges> {
	// The role becomes a database role, so an account must not get one that bypasses row-level security.
	if (body.role && body.role !== 'authenticated') throw validationFailed('role must be authenticated')
	return {
		email: body.email ? requireEmailAddress(body.email) : null,
		phone: body.phone ? requirePhoneNumber(body.phone) : null,
		confirmsEmail: body.email_confirm === true,
		confirmsPhone: body.phone_confirm === true,
		userMetadata: body.user_metadata ? requireValidMetadata(body.user_metadata) : null,
		appMetadata: body.app_metadata ? withoutProviders(requireValidMetadata(body.app_metadata)) : null,
		ban: toBan(ctx, body.ban_duration),
		passwordHash: await toPasswordHash(ctx, body),
	}
}

/** @throws ServiceError email_exists, phone_exists (422) */
export async function requireFreeAddresses(
	tx: Tx,
	{ email, phone, userId }: { email: string | null; phone: string | null; userId: string },
): Promise<void> {
	const others = await tx
		.selectFrom('auth.users')
		.select(['email', 'phone'])
		.where((eb) => eb.or([eb('email', '=', email), eb('phone', '=', phone)]))
		.where('id', '!=', userId)
		.where(ownsAddress)
		.execute()
	if (others.some((other) => email !== null && other.email === email)) throw alreadyTaken('email')
	if (others.length > 0) throw alreadyTaken('phone')
}
