import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, type Fields, recordAction, requireReason } from '#server/console/shell/console-request.ts'
import { requireStepUp } from '#server/console/shell/guard.ts'
import { actionAfterCall } from '#server/console/shell/route.ts'
import { addSubscriber } from '#server/services/people/imports/add-subscriber.ts'

async function add(request: ConsoleActionRequest, fields: Fields) {
	const { c, ctx } = request
	const { email = '', name: firstName = '', consent, asked: askedAt = '', place = '', words = '' } = fields
	const isProven = consent === 'proven'
	const id = await addSubscriber(ctx, ctx.db, { email, firstName, isProven, askedAt, place, words })
	await recordAction(request, ctx.db, {
		action: 'subscriber_added',
		object: { kind: 'subscription', id },
		...(isProven && { reason: requireReason(fields) }),
		after: { isProven },
	})
	return c.redirect(`${consolePaths.subscribers}/${id}?notice=${isProven ? 'subscriber-added' : 'subscriber-asked'}`, 303)
}

/** Vouching for someone's consent needs a reason and the second factor. Asking them to confirm by email needs neither. */
export const addSubscriberRoute = actionAfterCall(consolePaths.addSubscriber, 'operator', async (request, fields) => {
	if (fields.consent === 'proven') await requireStepUp(request, fields, [() => requireReason(fields)])
	return add
})
