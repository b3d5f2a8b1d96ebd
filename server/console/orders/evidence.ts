import type { Html } from '#server/console/shell/page.ts'
import { folded, form } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { printEvidence } from '#server/services/commerce/evidence/print-evidence.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'

import { requireOrder } from './order-actions.ts'

/** The button that makes the file. */
export const showEvidenceForm = (work: Work, { id }: OrderRow): Html | string =>
	work.by.role !== 'operator'
		? ''
		: folded(
				'Evidence for a dispute (PDF)',
				form(work, {
					action: `${places.orders}/${id}/evidence`,
					label: 'Create the evidence file',
					isGuarded: true,
					note: 'The record of this order: rules and consent, sign-ins, texts, downloads, checks, mails. It holds personal data: give it to the payment provider alone. That it was made is recorded.',
					tone: 'quiet',
				}),
			)

export async function takeEvidence(work: Work) {
	const { c, ctx } = work
	const { order } = await requireOrder(work)
	const file = await printEvidence(ctx, order)
	await recordAction(work, ctx.db, { action: 'evidence_made', object: { kind: 'order', id: order.id }, after: { bytes: file.byteLength } })
	c.header('Content-Type', 'application/pdf')
	c.header('Content-Disposition', `attachment; filename="order-${order.id.slice(-8)}-record.pdf"`)
	return c.body(new Uint8Array(file))
}
