import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import {
	grantComplimentaryAccess,
	hasComplimentaryItem,
	requireComplimentaryItem,
} from '#server/services/commerce/settlement/complimentary-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireValidMetadata } from '#server/services/identity/accounts/check-input.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { findUserByEmail, lockUser, requireUser } from '#server/services/identity/accounts/user-record.ts'
import { sendCodeMail } from '#server/services/identity/codes/send-code.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

type NewLearner = {
	email: string
	/** First name; null if unknown. An existing account keeps its name. */
	name: string | null
	/** IDs of `listComplimentaryItems`. */
	gifts: readonly string[]
	/** True to email the invitation, or to tell a confirmed account which courses it got. */
	mails: boolean
	/** End of what is given; null or absent for none. */
	endsAt?: Date | null
}

type AddedLearner = { userId: string; isNew: boolean; /** Title and order of each complimentary item. */ given: Given[] }
type Given = { title: string; order: string }

/** Returns the entry in the activity log for what was given. */
export const logGiven = (given: readonly Given[]) =>
	given.length === 0 ? {} : { course: given.map(({ title }) => title).join(', '), orders: given.map(({ order }) => order).join(', ') }

type FoundAccount = { id: string; isNew: boolean }

async function findOrCreate(ctx: ServiceContext, tx: Tx, { email, name }: NewLearner): Promise<FoundAccount> {
	const known = await findUserByEmail(tx, email)
	if (known) return { id: known.id, isNew: false }
	const data = requireValidMetadata(name === null ? {} : { name })
	const created = await createUser(ctx, tx, { email, passwordHash: null, data, isConfirmed: false, isOpenedByOperator: true })
	if (created) {
		await recordAudit(ctx, tx, { action: 'user_invited', outcome: 'success', userId: created.id, detail: { by: 'operator' } })
		return { id: created.id, isNew: true }
	}
	// Someone signed up with this address in the meantime.
	const user = await findUserByEmail(tx, email)
	if (!user) throw new ServiceError('conflict', 'address_unavailable', 'No account can be created for this address.')
	return { id: user.id, isNew: false }
}

/**
 * Creates an account without a password, unless the address has one, and gives the access it doesn't have yet. All or nothing.
 * Access of an unconfirmed address waits until the learner signs in.
 * @throws ServiceError course_unknown (404), address_unavailable (409), validation_failed (400) for a name that can't be stored
 */
export const addLearner = (ctx: ServiceContext, learner: NewLearner): Promise<AddedLearner> =>
	inTransaction(ctx.db, async (tx) => {
		const inside = { ...ctx, db: tx }
		const { email, mails, endsAt = null } = learner
		const { id: userId, isNew } = await findOrCreate(ctx, tx, learner)
		await lockUser(tx, userId)
		const user = await requireUser(tx, userId)
		const given: Given[] = []
		for (const id of new Set(learner.gifts)) {
			const item = requireComplimentaryItem(ctx.content, id)
			if (await hasComplimentaryItem(tx, user, { item, endsAt })) continue
			const order = await grantComplimentaryAccess(inside, userId, { itemId: id, mails, canWait: true, endsAt })
			given.push({ title: item.title, order })
		}
		if (mails && user.email_confirmed_at === null && (isNew || given.length > 0))
			await sendCodeMail(ctx, tx, {
				mail: 'auth.invite',
				user,
				address: email,
				redirectTo: null,
				challenge: null,
				// The address was never confirmed, so someone else may have set the password.
				dropsPassword: user.encrypted_password !== null,
				opens: given.map(({ title }) => title),
			})
		return { userId, isNew, given }
	})
