import { useForm } from '#app/lib/form.tsx'
import { paths } from '#contracts/paths.ts'
import type { OrderReceipt } from '#contracts/payments.ts'

import { ReceiptSlip, RefundPolicyNote } from './receipt-slip.tsx'
import { TransferSteps } from './transfer-steps.tsx'

/** Renders the receipt for clients without JavaScript. */
export function PlainOrder({ receipt }: { receipt: OrderReceipt }) {
	const form = useForm(() => undefined)
	return (
		<div className="page grid max-w-[48rem] gap-8 py-10 lg:py-14">
			<h1>{receipt.paidAt ? 'Receipt' : 'Your order'}</h1>
			<TransferSteps receipt={receipt} form={form} />
			<ReceiptSlip receipt={receipt} />
			<p>
				<a className="btn btn-secondary" href={paths.receiptPdf(receipt.orderId)}>
					Download PDF
				</a>
			</p>
			{receipt.refundUntil !== null && <RefundPolicyNote version={receipt.refundPolicy} until={receipt.refundUntil} />}
		</div>
	)
}
