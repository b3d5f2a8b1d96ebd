import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { requireReason } from '#server/console/shell/require-reason.ts'
import { action, reactPage } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { endByOperator } from '#server/services/people/newsletter/end-by-operator.ts'

import { requireSubscription } from './read-subscribers.ts'
import { subscriberFile } from './send-file.ts'

async function endOne(work: Work, fields: Readonly<Record<string, string>>) {
	const { c, ctx } = work
	const { id } = await requireSubscription(work)
	const reason = requireReason(fields)
	const status = await endByOperator(ctx, ctx.db, id)
	const entry =
		status === null
			? null
			: await recordAction(work, ctx.db, {
					action: 'subscription_ended',
					object: { kind: 'subscription', id },
					reason,
					before: { status },
					after: { status: 'unsubscribed' },
				})
	// One that was never confirmed has lost its link; the reader subscribes again.
	const undo = status === 'confirmed' && entry !== null ? `&undo=${entry}` : ''
	return c.redirect(`${places.subscribers}/${id}?said=${status === null ? 'subscription-unchanged' : 'subscription-ended'}${undo}`, 303)
}

/** Who gets the newsletter, and the proof that they asked for it (app/admin/routes/subscribers). */
export const subscriberRoutes = [
	reactPage(places.subscribers, 'support'),
	reactPage(`${places.subscribers}/:subscription`, 'support'),
	action(`${places.subscribers}/:subscription/end`, 'support', endOne),
	subscriberFile,
]
