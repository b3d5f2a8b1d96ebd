import { ServiceError } from '#server/kernel/errors.ts'
import { grantComplimentaryAccess } from '#server/services/commerce/settlement/complimentary-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isBanned, type UserRecord } from '#server/services/identity/accounts/user-record.ts'

import { addLearner } from './add-learner.ts'

type Wanted = { itemId: string; endsAt?: Date | null }

/**
 * Gives an account complimentary access and emails it. An unconfirmed address gets the invitation of an added learner, and its access
 * waits until the learner signs in.
 * @param wanted.itemId an ID of `listComplimentaryItems`
 * @param wanted.endsAt end of the access; none if omitted
 * @returns `order`: the order's ID; `waits`: true if the access opens when the learner signs in
 * @throws ServiceError user_banned, access_open, address_not_verified (409), course_unknown (404)
 */
export async function giveAccess(
	ctx: ServiceContext,
	account: UserRecord,
	{ itemId, endsAt = null }: Wanted,
): Promise<{ order: string; waits: boolean }> {
	if (isBanned(account, ctx.now()))
		throw new ServiceError('conflict', 'user_banned', 'This account is banned, so access wouldn’t open. Lift the ban first.')
	const { id, email, email_confirmed_at: confirmedAt } = account
	if (email === null || confirmedAt !== null) return { order: await grantComplimentaryAccess(ctx, id, { itemId, endsAt }), waits: false }
	const {
		given: [given],
	} = await addLearner(ctx, { email, name: null, gifts: [itemId], mails: true, endsAt })
	if (!given) throw new ServiceError('conflict', 'access_open', 'This account already has access.')
	return { order: given.order, waits: true }
}
