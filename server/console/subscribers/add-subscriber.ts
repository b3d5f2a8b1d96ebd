import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, type Fields, recordAction, requireReason } from '#server/console/shell/console-request.ts'
import { guardedAction } from '#server/console/shell/route.ts'
import { addSubscriber } from '#server/services/people/imports/add-subscriber.ts'

async function add(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx } = request
	const { email = '', name: firstName = '', consent, asked: askedAt = '', place = '', words = '' } = fields
	const isProven = consent === 'proven'
	const reason = requireReason(fields)
	const id = await addSubscriber(ctx, ctx.db, { email, firstName, isProven, askedAt, place, words })
	await recordAction(request, ctx.db, {
		action: 'subscriber_added',
		object: { kind: 'subscription', id },
		reason,
		after: { signed: isProven },
	})
	return c.redirect(`${consolePaths.subscribers}/${id}?notice=${isProven ? 'subscriber-added' : 'subscriber-asked'}`, 303)
}

export const addSubscriberRoute = guardedAction(consolePaths.addSubscriber, add)
