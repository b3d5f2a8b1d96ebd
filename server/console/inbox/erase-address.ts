import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, recordAction, requireReason, type Fields } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { eraseMailboxFor } from '#server/services/people/privacy/mailbox-requests.ts'
import { findRequestSubject } from '#server/services/people/privacy/operator-requests.ts'

const refused = (kind: 'not-found' | 'conflict', code: string, message: string) =>
	new ServiceError(kind, code, message, { fields: { email: message } })

/**
 * Deletes what is stored under an address without an account. The activity log doesn't keep the address.
 * @throws ServiceError address_unknown (404), address_has_account, money_under_way (409)
 */
export async function eraseAddress(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx } = request
	const reason = requireReason(fields)
	const found = await findRequestSubject(ctx, fields.email ?? '')
	if (!found) throw refused('not-found', 'address_unknown', 'Nothing is stored under this address.')
	if (found.accountId !== null)
		throw refused('conflict', 'address_has_account', 'This address has an account. Delete it on the learner’s page.')
	const entry = { action: 'address_erased', object: { kind: 'list', id: 'privacy' }, reason } as const
	for (const email of found.person.emails) await eraseMailboxFor(ctx, email, (tx) => recordAction(request, tx, entry))
	return c.redirect(`${consolePaths.privacy}?notice=address-erased`, 303)
}
