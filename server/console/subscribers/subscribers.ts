import { readQuery } from '#server/console/shell/look-up.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, guardedAction, reactPage } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { endByOperator } from '#server/services/people/newsletter/end-by-operator.ts'

import { requireSubscription } from './read-subscribers.ts'
import { sendFile } from './send-file.ts'

async function endOne(work: Work, { reason = '' }: Readonly<Record<string, string>>) {
	const { c, ctx } = work
	const { id } = await requireSubscription(work)
	const why = readQuery(reason)
	const message = 'Please give the reason: it is kept in the activity log.'
	if (why === '') throw new ServiceError('unprocessable', 'reason_missing', message, { fields: { reason: message } })
	const status = await endByOperator(ctx, ctx.db, id)
	if (status !== null)
		await recordAction(work, ctx.db, {
			action: 'subscription_ended',
			object: { kind: 'subscription', id },
			reason: why,
			before: { status },
			after: { status: 'unsubscribed' },
		})
	return c.redirect(`${places.subscribers}/${id}?said=${status === null ? 'subscription-unchanged' : 'subscription-ended'}`, 303)
}

/** Who gets the newsletter, and the proof that they asked for it (app/admin/routes/subscribers). */
export const subscriberRoutes = [
	reactPage(places.subscribers, 'support'),
	reactPage(`${places.subscribers}/:subscription`, 'support'),
	action(`${places.subscribers}/:subscription/end`, 'support', endOne),
	guardedAction(`${places.subscribers}/file`, sendFile),
]
