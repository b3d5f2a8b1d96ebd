import { consolePaths } from '#contracts/console-paths.ts'
import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { readAccessEnd, withEnd } from '#server/console/shell/access-end.ts'
import {
	type ConsoleActionRequest,
	type ConsoleRequest,
	readReason,
	recordAction,
	requireReason,
	type Fields,
} from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { listComplimentaryItems } from '#server/services/commerce/settlement/complimentary-access.ts'
import { addLearner, logGiven } from '#server/services/operations/accounts/add-learner.ts'

const GIFT = 'gift-'

const refuse = (field: string, message: string) =>
	new ServiceError('unprocessable', 'learner_refused', message, { fields: { [field]: message } })

export const presentComplimentaryItems = ({ ctx: { content } }: ConsoleRequest) =>
	listComplimentaryItems(content).map(({ id, title }) => ({ name: GIFT + id, title }))

export const readComplimentaryItems = ({ ctx: { content } }: ConsoleRequest, fields: Fields): string[] =>
	listComplimentaryItems(content).flatMap(({ id }) => (fields[GIFT + id] === undefined ? [] : [id]))

export const readAddLearner = async (request: ConsoleRequest) => ({ gifts: presentComplimentaryItems(request) })

/**
 * Returns a typed name on one line; null if it is empty.
 * @throws ServiceError learner_refused (422), shown at the field
 */
export function parseTypedName({ name = '' }: Fields): string | null {
	const plain = name
		.toWellFormed()
		.replaceAll(/[\s\p{Cc}]+/gu, ' ')
		.trim()
	if (plain.length > 100) throw refuse('name', 'Use at most 100 characters.')
	return plain || null
}

function readLearnerForm(fields: Fields) {
	const email = parseEmailAddress((fields.email ?? '').trim())
	if (email === null) throw refuse('email', 'Enter an email address such as name@example.com.')
	return { email, name: parseTypedName(fields) }
}

/**
 * Adds a learner manually, or gives an existing account access.
 * @throws ServiceError learner_refused (422) for an invalid field, or if there is nothing to change; reason_missing (400) if access is
 * given without one; time_unreadable (422), validation_failed (400) for an end that isn't in the future
 */
export async function addLearnerByHand(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx } = request
	const learner = readLearnerForm(fields)
	const gifts = readComplimentaryItems(request, fields)
	const reason = gifts.length > 0 ? requireReason(fields) : readReason(fields)
	const mails = fields.mails !== undefined
	const endsAt = readAccessEnd(ctx, fields)
	if (endsAt && gifts.length === 0) throw refuse('ends', 'Choose what to give access to, or leave this empty.')
	const { userId, isNew, given } = await addLearner(ctx, { ...learner, gifts, mails, endsAt })
	if (!isNew && given.length === 0)
		throw refuse(
			'email',
			gifts.length === 0
				? 'This address already has an account. Choose what to give it access to.'
				: 'This address already has an account with this access.',
		)
	await recordAction(request, ctx.db, {
		action: isNew ? 'learner_added' : 'access_given',
		object: { kind: 'account', id: userId },
		...(reason !== undefined && { reason }),
		after: {
			...logGiven(given),
			...(endsAt && given.length > 0 && { until: endsAt.toISOString() }),
			...(isNew && { emailed: mails }),
		},
	})
	const notice = isNew ? (mails ? 'learner-invited' : 'learner-added') : mails ? 'access-given' : 'access-given-quietly'
	return c.redirect(`${consolePaths.learners}/${userId}?notice=${withEnd(notice, endsAt)}`, 303)
}
