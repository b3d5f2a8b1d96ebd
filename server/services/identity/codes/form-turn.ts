import { parseEmailAddress } from '#domain/auth/email-address.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isTrustedOrigin } from '#server/services/identity/accounts/trusted-origin.ts'
import type { Taken } from '#server/services/messaging/message-budget/message-budget.ts'
import { alertOperator } from '#server/services/messaging/operator-alerts/alert-operator.ts'

const MINUTE = 60

/** Creates the error for a used-up form budget. Browsers without our script show its message. */
export function formsBusy(seconds: number): ServiceError {
	const minutes = Math.ceil(seconds / MINUTE)
	const message = `Too many people are using this form right now. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
	return new ServiceError('rate-limited', 'forms_busy', message, { retryAfterSeconds: seconds })
}

/** True for a trusted origin of this address, for the system, and in local development. */
export async function isExemptFromFormBudget(ctx: ServiceContext, email: string): Promise<boolean> {
	return ctx.actor.type === 'system' || ctx.isLocalDevelopment || (await isTrustedOrigin(ctx, { email: parseEmailAddress(email) }))
}

/** Alerts the operator that the budget of public forms is almost used up, at most once a day. */
export async function tellFormsNearlyUsed(ctx: ServiceContext, tx: Tx): Promise<void> {
	const day = ctx.now().toISOString().slice(0, 10)
	const { most } = await ctx.messageBudget.read(tx, 'forms')
	const { seconds } = ctx.config.auth.messageRates.mails
	ctx.log.error('email limit of public forms almost reached', { most })
	const facts = { budget: `${most} in ${seconds / MINUTE} minutes`, day }
	await alertOperator(ctx, tx, { kind: 'form_mails_nearly_used', key: `form_mails_nearly_used:${day}`, facts })
}

const FREE = { isTaken: true, seconds: 0 } as const

/**
 * Charges an email to an unverified address to the budget of public forms, unless the request is exempt. Call it before looking
 * up the address: the remaining budget must reveal nothing about it.
 */
export async function takeFormTurn(ctx: ServiceContext, email: string): Promise<Pick<Taken, 'isTaken' | 'seconds'>> {
	if (await isExemptFromFormBudget(ctx, email)) return FREE
	const taken = await ctx.messageBudget.takeForForm(ctx.db)
	if (taken.isNearlyOver) await inTransaction(ctx.db, (tx) => tellFormsNearlyUsed(ctx, tx))
	return taken
}

/**
 * Like `takeFormTurn`, for a form whose only purpose is the email.
 * @throws ServiceError forms_busy (429) if the budget is used up
 */
export async function requireFormTurn(ctx: ServiceContext, email: string): Promise<void> {
	const { isTaken, seconds } = await takeFormTurn(ctx, email)
	if (!isTaken) throw formsBusy(seconds)
}
