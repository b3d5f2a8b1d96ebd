import { parseEmailAddress } from '#domain/auth/email-address.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isTrustedOrigin } from '#server/services/identity/accounts/trusted-origin.ts'
import type { Taken } from '#server/services/messaging/message-budget/message-budget.ts'
import { alertOperator } from '#server/services/messaging/operator-alerts/alert-operator.ts'

const MINUTE = 60

/** Refusal shown without our script, or at a form whose mails are used up. */
export function formsBusy(seconds: number): ServiceError {
	const minutes = Math.ceil(seconds / MINUTE)
	const message = `Too many people are using this form right now. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
	return new ServiceError('rate-limited', 'forms_busy', message, { retryAfterSeconds: seconds })
}

/** True if a form's mail to this address costs nothing: its owner asks from home, or the server itself writes. */
export async function isFormFree(ctx: ServiceContext, email: string): Promise<boolean> {
	return ctx.actor.type === 'system' || ctx.isLocalDevelopment || (await isTrustedOrigin(ctx, { email: parseEmailAddress(email) }))
}

/** Once a day: a continuing flood is not news. */
export async function tellFormsNearlyUsed(ctx: ServiceContext, tx: Tx): Promise<void> {
	const day = ctx.now().toISOString().slice(0, 10)
	const { most } = ctx.messageBudget.read('forms')
	const { seconds } = ctx.config.auth.messageRates.mails
	ctx.log.error('email limit of public forms almost reached', { most })
	const facts = { budget: `${most} in ${seconds / MINUTE} minutes`, day }
	await alertOperator(ctx, tx, { kind: 'form_mails_nearly_used', key: `form_mails_nearly_used:${day}`, facts })
}

const FREE = { isTaken: true, seconds: 0 } as const

/**
 * Takes one mail to an unconfirmed address from a form out of the budget. Call it before anything about the address is looked up, so that
 * the remaining budget reveals nothing.
 */
export async function takeFormTurn(ctx: ServiceContext, email: string): Promise<Pick<Taken, 'isTaken' | 'seconds'>> {
	if (await isFormFree(ctx, email)) return FREE
	const taken = ctx.messageBudget.takeForForm()
	if (taken.isNearlyOver) await inTransaction(ctx.db, (tx) => tellFormsNearlyUsed(ctx, tx))
	return taken
}

/** The same for a form whose only purpose is the mail. @throws ServiceError forms_busy (429) when none is left */
export async function requireFormTurn(ctx: ServiceContext, email: string): Promise<void> {
	const { isTaken, seconds } = await takeFormTurn(ctx, email)
	if (!isTaken) throw formsBusy(seconds)
}
