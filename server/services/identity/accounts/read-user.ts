import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { findUser, type UserRecord } from './user-record.ts'

/**
 * Returns an account.
 * @throws ServiceError user_not_found (403), since the account of a valid token may just have been deleted
 */
export async function readUser(ctx: ServiceContext, userId: string): Promise<UserRecord> {
	const user = await findUser(ctx.db, userId)
	if (!user) throw new ServiceError('forbidden', 'user_not_found', 'User from sub claim in JWT does not exist')
	return user
}
