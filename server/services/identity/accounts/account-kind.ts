import { sql } from 'kysely'

import { type AccountKind, type AccountRights, accountRights } from '#domain/auth/account-rights.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import type { UserRow } from './user-record.ts'

const kindOf = (user: Pick<UserRow, 'is_sso_user'>): AccountKind => (user.is_sso_user ? 'managed' : 'own')

/** SQL condition for accounts with the right `ownsAddress` (domain/auth/account-rights.ts). */
export const ownsAddress = sql<boolean>`not is_sso_user`

/** @throws ServiceError user_sso_managed (422) */
export function requireRight(user: Pick<UserRow, 'is_sso_user'>, right: Exclude<keyof AccountRights, 'ownsAddress'>): void {
	if (!accountRights[kindOf(user)][right])
		throw new ServiceError('unprocessable', 'user_sso_managed', 'This account is managed by the identity provider of a company')
}
