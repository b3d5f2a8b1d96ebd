import type { Db, Tx } from '#server/db/database.ts'

import { requireEmailAddress, requirePhoneNumber } from './check-input.ts'
import { findUserByEmail, findUserByPhone, type UserRecord } from './user-record.ts'

/** An email address in lower case, or a phone number in digits without a plus. */
export type AccountAddress = { kind: 'email' | 'phone'; value: string }

/**
 * Validates an email address or phone number.
 * @throws ServiceError validation_failed (400)
 */
export const requireAddress = ({ kind, typed }: { kind: 'email' | 'phone'; typed: string }): AccountAddress => ({
	kind,
	value: kind === 'email' ? requireEmailAddress(typed) : requirePhoneNumber(typed),
})

export const findUserByAddress = (db: Db | Tx, { kind, value }: AccountAddress) =>
	kind === 'email' ? findUserByEmail(db, value) : findUserByPhone(db, value)

/** True if the account has verified its address of this kind. */
export const isConfirmed = (user: Pick<UserRecord, 'email_confirmed_at' | 'phone_confirmed_at'>, kind: AccountAddress['kind']) =>
	(kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null

export const ofAddress = ({ kind, value }: AccountAddress) => (kind === 'email' ? { email: value } : { phone: value })
