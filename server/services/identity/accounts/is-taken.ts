import { ServiceError } from '#server/kernel/errors.ts'

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
 * Runs a write that assigns an address to an account. If another account took the address in the meantime, the database rejects
 * the write and the transaction is aborted.
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
