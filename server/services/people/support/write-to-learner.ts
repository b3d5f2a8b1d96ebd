import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireUser } from '#server/services/identity/accounts/user-record.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { readText } from './read-text.ts'
import { learnerNoteMail } from './support-mails.ts'

export const SUBJECT_LENGTH = 150

/**
 * Emails a learner, also at an address that isn't confirmed yet: a buyer's before the first sign-in. Replies go to the support mailbox.
 * @returns the ID of the email
 * @throws ServiceError text_refused, email_missing (422)
 */
export async function writeToLearner(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, subject, text }: { userId: string; subject: string; text: string },
): Promise<string> {
	const written = {
		subject: readText(subject.replaceAll(/\s+/g, ' '), { field: 'subject', longest: SUBJECT_LENGTH }),
		body: readText(text, { field: 'text' }),
	}
	const { email: to } = await requireUser(tx, userId)
	if (!to) throw new ServiceError('unprocessable', 'email_missing', 'This account has no email address. Nothing was sent.')
	const id = await enqueueMessage(ctx, tx, { channel: 'email', to, ...learnerNoteMail(ctx.content, written) })
	if (id === null) throw new Error('a mail without a key is always new')
	return id
}
