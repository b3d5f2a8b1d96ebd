import type { Html } from '#server/console/shell/page.ts'
import { form } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { choose, readChoosable } from '#server/services/operations/queue/queue-choices.ts'
import { ANSWER_LENGTH } from '#server/services/people/support/read-text.ts'
import { SUBJECT_LENGTH, writeToLearner } from '#server/services/people/support/write-to-learner.ts'

import { requireLearnerOf } from './learner-actions.ts'

const DAY_MS = 86_400_000
/** Who was written to from the queue comes back to it after so many days without a change. */
export const WAIT_DAYS = 14

type Letter = { accountId: string; subject: string; text: string; hidden?: Readonly<Record<string, string>> }

/** A mail to one learner, with a text to begin with. */
export const writeForm = (work: Work, { accountId, subject, text, hidden = {} }: Letter): Html =>
	form(work, {
		action: `${places.learners}/${accountId}/write`,
		label: 'Send this mail',
		fields: [
			{ name: 'subject', label: 'Subject', value: subject, maxLength: SUBJECT_LENGTH },
			{ name: 'text', label: 'Text', type: 'textarea', value: text, maxLength: ANSWER_LENGTH },
		],
		hidden,
		note: 'It goes out at once and cannot be called back. Replies arrive in the support mailbox.',
	})

const DECIDED_MEANWHILE = 'queue_item_decided'

const decidedMeanwhile = () =>
	new ServiceError(
		'conflict',
		DECIDED_MEANWHILE,
		'Somebody has decided about this meanwhile, and has perhaps written: nothing was sent. Send it again to send it all the same.',
	)

/** Writes to a learner; what stood in the queue for it is put off. Sent again after a conflict, it is sent all the same. */
export async function write(work: Work, fields: Readonly<Record<string, string>>) {
	const { c, ctx, by } = work
	const { id } = await requireLearnerOf(work)
	const { subject = '', text = '', form_after: after } = fields
	const found = after === DECIDED_MEANWHILE ? null : readChoosable(fields)
	const item = found && { ...found, userId: id }
	const choice = { state: 'later', until: new Date(ctx.now().getTime() + WAIT_DAYS * DAY_MS) } as const
	if (item && !(await choose(ctx, ctx.db, { item, by: by.userId, choice }))) throw decidedMeanwhile()
	const mail = await inTransaction(ctx.db, (tx) => writeToLearner(ctx, tx, { userId: id, subject, text }))
	await recordAction(work, ctx.db, { action: 'learner_written_to', object: { kind: 'account', id }, after: { mail } })
	if (!item) return c.redirect(`${places.learners}/${id}?said=learner-written`, 303)
	return c.redirect(`${places.today}?said=learner-written-later`, 303)
}
