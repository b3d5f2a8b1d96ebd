import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { printEvidence } from '#server/services/commerce/evidence/print-evidence.ts'

import { requireOrder } from './order-actions.ts'

/** Creates an order's record as a PDF, as evidence in a dispute. */
export async function createEvidence(request: ConsoleActionRequest) {
	const { c, ctx } = request
	const { order } = await requireOrder(request)
	const file = await printEvidence(ctx, order)
	await recordAction(request, ctx.db, {
		action: 'evidence_made',
		object: { kind: 'order', id: order.id },
		after: { bytes: file.byteLength },
	})
	c.header('Content-Type', 'application/pdf')
	c.header('Content-Disposition', `attachment; filename="order-${order.id.slice(-8)}-record.pdf"`)
	return c.body(new Uint8Array(file))
}
