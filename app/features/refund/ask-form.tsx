import { useState } from 'react'

import { Form } from '#app/lib/form.tsx'
import { useForm } from '#app/lib/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextArea } from '#app/ui/field.tsx'
import type { RefundView } from '#contracts/refunds.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { REFUND_MESSAGE_MAX, describeReasons } from '#domain/refunds/describe-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'

import { describeRefundFailure, useRefundRequest } from './use-refund.ts'

type AskFormProps = { orderId: string; reader: string; view: RefundView }

export function AskForm({ orderId, reader, view: { policyVersion, promise, amountCents, currency } }: AskFormProps) {
	const [isAsking, setAsking] = useState(false)
	const request = useRefundRequest(orderId, reader)
	const form = useForm(
		async ({ text }) => {
			await request({ kind: 'promise', message: text('message'), name: '' }).finally(() => setAsking(false))
		},
		{ describe: describeRefundFailure },
	)

	return (
		<Form of={form} className="grid gap-4">
			{promise.granted ? (
				<p>
					Right now, you would get <strong>{formatMoney(amountCents, currency)}</strong> back.
				</p>
			) : (
				<div>
					<p>Right now, the refund policy does not cover this order:</p>
					<ul className="list-disc pl-5">
						{promise.reasons.map((reason) => (
							<li key={reason}>{describeReasons(findRefundPolicy(policyVersion))[reason]}</li>
						))}
					</ul>
				</div>
			)}
			<TextArea label="What was missing? (optional)" name="message" rows={3} maxLength={REFUND_MESSAGE_MAX} />
			<div>
				<Button variant="secondary" onClick={() => setAsking(true)}>
					Ask for my money back
				</Button>
			</div>
			<Dialog title="Ask for your money back?" isOpen={isAsking} onClose={() => setAsking(false)}>
				<div className="grid gap-4">
					<p>
						{promise.granted
							? 'You will lose access to the course, its templates and the certificate. You can buy it again at any time.'
							: 'We record your request with its reasons, and you get the answer by email. You keep your access.'}
					</p>
					<div className="flex flex-wrap gap-4">
						<Button type="submit" pending={form.isBusy}>
							Yes, ask now
						</Button>
						<Button variant="quiet" onClick={() => setAsking(false)}>
							Keep the course
						</Button>
					</div>
				</div>
			</Dialog>
		</Form>
	)
}
