import { sql } from 'kysely'

import { parseEmailAddress } from '#domain/auth/email-address.ts'
import type { Requester } from '#domain/auth/message-shares.ts'
import { toMailbox } from '#domain/email/to-mailbox.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { countEmail, countMailboxEmail, countSms, hashAddress } from '#server/services/identity/accounts/address-limits.ts'
import type { AccountAddress } from '#server/services/identity/accounts/check-input.ts'
import { classifyOrigin, isTrustedOrigin } from '#server/services/identity/accounts/trusted-origin.ts'
import type { SpendResult } from '#server/services/messaging/message-budget/message-budget.ts'
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
export async function alertFormsNearlyUsed(ctx: ServiceContext, tx: Tx): Promise<void> {
	const day = ctx.now().toISOString().slice(0, 10)
	const { most } = await ctx.messageBudget.read(tx, 'forms')
	const { seconds } = ctx.config.auth.messageRates.mails
	ctx.log.error('email limit of public forms almost reached', { most })
	const facts = { budget: `${most} in ${seconds / MINUTE} minutes`, day }
	await alertOperator(ctx, tx, { kind: 'form_mails_nearly_used', key: `form_mails_nearly_used:${day}`, facts })
}

const FREE = { isAllowed: true, seconds: 0 } as const

/**
 * Charges an email to an unverified address to the budget of public forms, unless the request is exempt. Call it before looking
 * up the address: the remaining budget must reveal nothing about it.
 */
export async function chargeFormBudget(ctx: ServiceContext, email: string): Promise<Pick<SpendResult, 'isAllowed' | 'seconds'>> {
	if (await isExemptFromFormBudget(ctx, email)) return FREE
	const spent = await ctx.messageBudget.spendOnForm(ctx.db)
	if (spent.isNearlyOver) await inTransaction(ctx.db, (tx) => alertFormsNearlyUsed(ctx, tx))
	return spent
}

/**
 * Requires that the budget of public forms isn't used up, and charges the email to it. For forms whose only purpose is the email.
 * @throws ServiceError forms_busy (429) if the budget is used up
 */
export async function requireFormBudget(ctx: ServiceContext, email: string): Promise<void> {
	const { isAllowed, seconds } = await chargeFormBudget(ctx, email)
	if (!isAllowed) throw formsBusy(seconds)
}

/** Limits that a message counts toward, looked up before the transaction that sends it. */
export type MessageTurn = {
	address: AccountAddress
	/** `form`: the email doesn't sign anyone in, and `prepareFormTurn` has counted it. */
	requester: Requester | 'form'
	hash: Buffer
	/** Key of the limit that all plus-sign addresses of a mailbox share. Null for other addresses and for trusted callers. */
	mailboxHash: Buffer | null
}

/** @param isSignedIn true counts messages to the caller's own account separately */
export async function prepareTurn(ctx: ServiceContext, address: AccountAddress, isSignedIn = false): Promise<MessageTurn> {
	const { isTrusted, isKnown } = isSignedIn ? { isTrusted: true, isKnown: true } : await classifyOrigin(ctx, address)
	// Trusted and untrusted callers are counted separately.
	const hash = isTrusted ? await hashAddress(ctx, address.value, 'usual') : await hashAddress(ctx, address.value)
	const mailbox = address.kind === 'email' ? toMailbox(address.value) : address.value
	const mailboxHash = isTrusted || mailbox === address.value ? null : await hashAddress(ctx, mailbox, 'mailbox')
	return { address, requester: isTrusted ? 'usual' : isKnown ? 'known' : 'stranger', hash, mailboxHash }
}

/** @throws ServiceError forms_busy (429) */
export async function prepareFormTurn(ctx: ServiceContext, email: string): Promise<MessageTurn> {
	await requireFormBudget(ctx, email)
	const { address, hash, mailboxHash } = await prepareTurn(ctx, { kind: 'email', value: email })
	const ofMailbox = mailboxHash && (await hashAddress(ctx, toMailbox(email)))
	return { address, requester: 'form', hash: ofMailbox ?? hash, mailboxHash: null }
}

const FORM_TURN: SpendResult = { isAllowed: true, isOver: false, isNearlyOver: false, seconds: 0 }

const rateLimited = (kind: AccountAddress['kind'], { seconds }: SpendResult) => {
	const [what, code] = kind === 'email' ? ['Email', 'over_email_send_rate_limit'] : ['SMS', 'over_sms_send_rate_limit']
	const message = `${what} rate limit exceeded, please try again in ${seconds} seconds`
	return new ServiceError('rate-limited', code, message, { retryAfterSeconds: seconds })
}

/** Alerts the operator that a message budget is almost used up, at most once a day per channel. */
async function alertBudgetNearlyUsed(ctx: ServiceContext, tx: Tx, { address }: MessageTurn): Promise<void> {
	const day = ctx.now().toISOString().slice(0, 10)
	const [kind, channel] =
		address.kind === 'email' ? (['mail_budget_nearly_used', 'mails'] as const) : (['text_budget_nearly_used', 'texts'] as const)
	const { points, seconds } = ctx.config.auth.messageRates[channel]
	ctx.log.error('message limit of signed-out visitors almost reached', { channel })
	await alertOperator(ctx, tx, { kind, key: `${kind}:${day}`, facts: { budget: `${points} in ${seconds / 60} minutes`, day } })
}

/**
 * Runs work that sends a message in a transaction, within the limits of the address. Once the server's budget is used up, all untrusted
 * callers get the same error after the same work, but messages to an address with an account or order are still sent.
 * @throws ServiceError over_email_send_rate_limit, over_sms_send_rate_limit (429) with the remaining seconds
 */
export async function inMessageTurn<T>(ctx: ServiceContext, turn: MessageTurn, work: (tx: Tx) => Promise<T>): Promise<T> {
	const { address, requester, hash, mailboxHash } = turn
	const { taken: spent, result } = await inTransaction(ctx.db, async (tx) => {
		await (address.kind === 'email' ? countEmail : countSms)(ctx, tx, hash)
		if (mailboxHash) await countMailboxEmail(ctx, tx, mailboxHash)
		await sql`savepoint turn`.execute(tx)
		const result = await work(tx)
		const taken =
			requester === 'form' ? FORM_TURN : await ctx.messageBudget.spend(tx, address.kind === 'email' ? 'mails' : 'texts', requester)
		if (!taken.isAllowed) await sql`rollback to savepoint turn`.execute(tx)
		if (taken.isNearlyOver) await alertBudgetNearlyUsed(ctx, tx, turn)
		return { taken, result }
	})
	if (!spent.isAllowed || (spent.isOver && requester !== 'usual')) throw rateLimited(address.kind, spent)
	return result
}
