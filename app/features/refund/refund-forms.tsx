import { useState } from 'react'

import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { formatLastUtcDay } from '#contracts/format-day.ts'
import type { RefundView } from '#contracts/refunds.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { describeReasons, REFUND_MESSAGE_MAX, REFUND_NAME_MAX } from '#domain/refunds/describe-refund.ts'
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

type WithdrawFormProps = { orderId: string; reader: string; policyVersion: string; withdrawal: NonNullable<RefundView['withdrawal']> }

/** Withdrawal form with the button that EU consumer law requires. A second click confirms. */
export function WithdrawForm({ orderId, reader, policyVersion, withdrawal }: WithdrawFormProps) {
	const [isOpen, setOpen] = useState(false)
	return (
		<div className="grid gap-3">
			<h3>Right of withdrawal</h3>
			<p>
				If the law of your country gives you one, you can declare it here until the end of{' '}
				<strong>{formatLastUtcDay(withdrawal.askBefore)}</strong> (UTC).
				{withdrawal.granted
					? ' Right now it would be accepted.'
					: ` ${withdrawal.reasons.map((reason) => describeReasons(findRefundPolicy(policyVersion))[reason]).join(' ')}`}
			</p>
			<div>
				<Button variant="secondary" onClick={() => setOpen(true)}>
					Withdraw from contract
				</Button>
			</div>
			<Dialog title="Withdraw from contract" isOpen={isOpen} onClose={() => setOpen(false)}>
				<Declaration orderId={orderId} reader={reader} onDone={() => setOpen(false)} />
			</Dialog>
		</div>
	)
}

function Declaration({ orderId, reader, onDone }: { orderId: string; reader: string; onDone: () => void }) {
	const request = useRefundRequest(orderId, reader)
	const form = useForm(
		async ({ text }) => {
			const name = text('name')
			if (name === '') return { name: 'Please enter your name' }
			await request({ kind: 'withdrawal', name, message: text('message') })
			onDone()
		},
		{ describe: describeRefundFailure },
	)

	return (
		<Form of={form} className="grid gap-4">
			<p>
				“I withdraw from the contract on the order named here.”
				<br />
				<span className="font-mono text-sm [overflow-wrap:anywhere]">Order ID: {orderId}</span>
			</p>
			<TextField label="Your name" name="name" autoComplete="name" required maxLength={REFUND_NAME_MAX} error={form.problems.name} />
			<TextArea label="Anything to add? (optional)" name="message" rows={2} maxLength={REFUND_MESSAGE_MAX} />
			<p>We will immediately email a confirmation with these words and the time to the address on the order.</p>
			<Submit of={form}>Confirm withdrawal</Submit>
		</Form>
	)
}
