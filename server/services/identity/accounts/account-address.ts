import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { requireEmailAddress, requirePhoneNumber } from './check-input.ts'
import { findUserByEmail, findUserByPhone, type UserRecord } from './user-record.ts'

/** Unique constraints of auth.users (migration 0010). */
const CONSTRAINTS = { email: 'users_email_key', phone: 'users_phone_key' }

const REFUSALS = {
	email: () => new ServiceError('unprocessable', 'email_exists', 'A user with this email address has already been registered'),
	phone: () => new ServiceError('unprocessable', 'phone_exists', 'A user with this phone number has already been registered'),
}

export const alreadyTaken = (kind: 'email' | 'phone') => REFUSALS[kind]()

const isTaken = (error: unknown, kind: 'email' | 'phone') =>
	error instanceof Error && 'constraint' in error && error.constraint === CONSTRAINTS[kind]

/**
 * Translates the unique violation if another account took the address; the transaction is then aborted.
 * @throws ServiceError email_exists, phone_exists (422)
 */
export async function withUniqueAddress<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (isTaken(error, 'email')) throw alreadyTaken('email')
		if (isTaken(error, 'phone')) throw alreadyTaken('phone')
		throw error
	}
}

/** Lower-case email address, or digits of a phone number without a plus. */
export type AccountAddress = { kind: 'email' | 'phone'; value: string }

/** @throws ServiceError validation_failed (400) */
export const requireAddress = ({ kind, typed }: { kind: 'email' | 'phone'; typed: string }): AccountAddress => ({
	kind,
	value: kind === 'email' ? requireEmailAddress(typed) : requirePhoneNumber(typed),
})

export const findUserByAddress = (db: Db | Tx, { kind, value }: AccountAddress) =>
	kind === 'email' ? findUserByEmail(db, value) : findUserByPhone(db, value)

export const isConfirmed = (user: Pick<UserRecord, 'email_confirmed_at' | 'phone_confirmed_at'>, kind: AccountAddress['kind']) =>
	(kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null

export const ofAddress = ({ kind, value }: AccountAddress) => (kind === 'email' ? { email: value } : { phone: value })
