/** Of table auth.users (migration 0010): two accounts never share an address. */
const CONSTRAINTS = { email: 'users_email_key', phone: 'users_phone_key' }

/**
 * Whether the database refused a write because another account has taken the address since it was looked up. The
 * transaction is over then.
 */
export const isTaken = (error: unknown, kind: 'email' | 'phone'): boolean =>
	error instanceof Error && 'constraint' in error && error.constraint === CONSTRAINTS[kind]
