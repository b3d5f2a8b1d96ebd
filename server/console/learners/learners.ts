import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, recordAction } from '#server/console/shell/console-request.ts'
import { action, guardedAction, fileRoute } from '#server/console/shell/route.ts'
import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { storeDecision, readDecisionSubject } from '#server/services/operations/queue/queue-decisions.ts'
import { writeToLearner } from '#server/services/people/support/answer-ticket.ts'

import { addLearnerByHand } from './add-learner.ts'
import {
	banLearner,
	cancelErasure,
	grantAccess,
	liftBan,
	removeFactors,
	renameLearner,
	noteAboutLearner,
	deleteNoteAboutLearner,
	tagLearner,
	untagLearner,
	requestErasure,
	sendSignUpCode,
	signOutEverywhere,
	downloadDataCopy,
	requireLearnerOf,
} from './learner-actions.ts'
import { learnerFile } from './read-learners.ts'
import { endView, openLearnerView, showViewPage } from './view.ts'

const DAY_MS = 86_400_000
/** Days for which an email to the learner hides their item in the queue, unless something changes earlier. */
const WAIT_DAYS = 14

const DECIDED_MEANWHILE = 'queue_item_decided'

const decidedMeanwhile = () =>
	new ServiceError(
		'conflict',
		DECIDED_MEANWHILE,
		'Someone else has handled this in the meantime and may already have written. Nothing was sent. To send your email anyway, submit it again.',
	)

/** @throws ServiceError text_refused (422), shown at the empty fields */
function requireText({ subject = '', text = '' }: Readonly<Record<string, string>>) {
	const message = 'Write something first.'
	const fields = { ...(subject.trim() === '' && { subject: message }), ...(text.trim() === '' && { text: message }) }
	if (Object.keys(fields).length > 0) throw new ServiceError('unprocessable', 'text_refused', message, { fields })
	return { subject, text }
}

/** Emails a learner and snoozes the queue item it came from. Submitting again after a conflict sends the email anyway. */
async function emailLearner(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx, by } = request
	const { id } = await requireLearnerOf(request)
	const { subject, text } = requireText(fields)
	const found = fields.form_after === DECIDED_MEANWHILE ? null : readDecisionSubject(fields)
	const item = found && { ...found, userId: id }
	const decision = { state: 'later', until: new Date(ctx.now().getTime() + WAIT_DAYS * DAY_MS) } as const
	if (item && !(await storeDecision(ctx, ctx.db, { item, by: by.userId, decision }))) throw decidedMeanwhile()
	const mail = await inTransaction(ctx.db, (tx) => writeToLearner(ctx, tx, { userId: id, subject, text }))
	await recordAction(request, ctx.db, { action: 'learner_written_to', object: { kind: 'account', id }, after: { mail } })
	if (!item) return c.redirect(`${consolePaths.learners}/${id}?notice=learner-written`, 303)
	return c.redirect(`${consolePaths.today}?notice=learner-written-later`, 303)
}

const LEARNER = `${consolePaths.learners}/:account`

export const learnerRoutes = [
	learnerFile,
	{ ...guardedAction(consolePaths.addLearner, addLearnerByHand), needsReason: false },
	action(`${LEARNER}/sign-out`, 'support', signOutEverywhere),
	action(`${LEARNER}/write`, 'support', emailLearner),
	action(`${LEARNER}/sign-up-code`, 'support', sendSignUpCode),
	action(`${LEARNER}/name`, 'support', renameLearner),
	action(`${LEARNER}/note`, 'support', noteAboutLearner),
	action(`${LEARNER}/note/:note/delete`, 'support', deleteNoteAboutLearner),
	action(`${LEARNER}/tag`, 'support', tagLearner),
	action(`${LEARNER}/untag`, 'support', untagLearner),
	guardedAction(`${LEARNER}/see`, openLearnerView),
	fileRoute(`${LEARNER}/view/page`, 'operator', showViewPage),
	action(`${LEARNER}/view/end`, 'operator', endView),
	guardedAction(`${LEARNER}/grant`, grantAccess),
	guardedAction(`${LEARNER}/ban`, banLearner),
	guardedAction(`${LEARNER}/lift-ban`, liftBan),
	guardedAction(`${LEARNER}/factors`, removeFactors),
	guardedAction(`${LEARNER}/copy`, downloadDataCopy),
	guardedAction(`${LEARNER}/erase`, requestErasure),
	guardedAction(`${LEARNER}/keep`, cancelErasure),
]
