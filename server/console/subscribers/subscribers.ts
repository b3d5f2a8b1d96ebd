import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { requireReason } from '#server/console/shell/form-refused.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, reactPage } from '#server/console/shell/route.ts'
import { endByOperator } from '#server/services/people/newsletter/end-subscription.ts'

import { requireSubscription } from './read-subscribers.ts'
import { subscriberFile } from './send-file.ts'

async function endOne(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx } = request
	const { id } = await requireSubscription(request)
	const reason = requireReason(fields)
	const status = await endByOperator(ctx, ctx.db, id)
	const entry =
		status === null
			? null
			: await recordAction(request, ctx.db, {
					action: 'subscription_ended',
					object: { kind: 'subscription', id },
					reason,
					before: { status },
					after: { status: 'unsubscribed' },
				})
	// An unconfirmed subscription can't be restored: its confirmation link is gone.
	const undo = status === 'confirmed' && entry !== null ? `&undo=${entry}` : ''
	return c.redirect(
		`${consolePaths.subscribers}/${id}?notice=${status === null ? 'subscription-unchanged' : 'subscription-ended'}${undo}`,
		303,
	)
}

export const subscriberRoutes = [
	reactPage(consolePaths.subscribers, 'support'),
	reactPage(`${consolePaths.subscribers}/:subscription`, 'support'),
	action(`${consolePaths.subscribers}/:subscription/end`, 'support', endOne),
	subscriberFile,
]
