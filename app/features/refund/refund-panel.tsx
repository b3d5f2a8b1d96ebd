import { useState } from 'react'
import { Link } from 'react-router'

import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { findRefusal } from '#app/lib/own-api.ts'
import { LoadFailed } from '#app/lib/query-provider.tsx'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { formatLastUtcDay, formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import type { RefundRecord, RefundView } from '#contracts/refunds.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { describeBusinessDays, describeReasons, openedShare, REFUND_MESSAGE_MAX, REFUND_NAME_MAX } from '#domain/refunds/describe-refund.ts'
import { findRefundPolicy, type RefundPolicy } from '#domain/refunds/refund-policy.ts'

import { useRefund, describeRefundFailure, useRefundRequest } from './use-refund.ts'

type AskFormProps = { orderId: string; reader: string; view: RefundView }

function AskForm({ orderId, reader, view: { policyVersion, promise, amountCents, currency, hasEnded } }: AskFormProps) {
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
					<p>Right now, the refund policy doesn’t cover this order:</p>
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
							? `${hasEnded ? 'Your access has already ended. If you earned a certificate, you’ll lose it.' : 'You’ll lose access to the course, its templates and the certificate.'} You can buy the course at any time.`
							: 'We record your request with its reasons, and you get the answer by email. Your access stays as it is.'}
					</p>
					<div className="flex flex-wrap gap-4">
						<Button type="submit" pending={form.isBusy}>
							Yes, ask now
						</Button>
						<Button variant="quiet" onClick={() => setAsking(false)}>
							{hasEnded ? 'Cancel' : 'Keep the course'}
						</Button>
					</div>
				</div>
			</Dialog>
		</Form>
	)
}

type WithdrawFormProps = { orderId: string; reader: string; policyVersion: string; withdrawal: NonNullable<RefundView['withdrawal']> }

/** Withdrawal form with the button that EU consumer law requires. A second click confirms. */
function WithdrawForm({ orderId, reader, policyVersion, withdrawal }: WithdrawFormProps) {
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
			<p>We’ll immediately email a confirmation with these words and the time to the address on the order.</p>
			<Submit of={form}>Confirm withdrawal</Submit>
		</Form>
	)
}

/** Shows the days between which the refund is expected. Both times are exclusive, so the UTC day before each is shown. */
function Expected({ expectedFrom, expectedBy }: RefundRecord) {
	if (expectedFrom === null || expectedBy === null) return null
	return (
		<p>
			Expect it between {formatLastUtcDay(expectedFrom)} and {formatLastUtcDay(expectedBy)}.
		</p>
	)
}

const Refused = ({ record, policy }: { record: RefundRecord; policy: RefundPolicy }) => (
	<Callout title="Your request wasn’t approved" role="status">
		<ul className="list-disc pl-5">
			{record.reasons.map((reason) => (
				<li key={reason}>{describeReasons(policy)[reason]}</li>
			))}
		</ul>
		<p>
			This decision follows the policy automatically. Is there more we should know?{' '}
			<Link className="link" to={paths.contact}>
				Write to us
			</Link>
			, and a person will look at it. This does not affect any rights the law of your country gives you.
		</p>
	</Callout>
)

type Noted = {
	record: RefundRecord
	policy: RefundPolicy
	currency: string
} & Pick<RefundView, 'endsAccess' | 'hasEnded'>

export function RefundRecordNote({ record, policy, currency, endsAccess, hasEnded }: Noted) {
	const amount = formatMoney(record.amountCents, currency)
	const byHand = record.kind === 'operator' ? <p>Decided by our team.</p> : null
	switch (record.state) {
		case 'refused':
			return <Refused record={record} policy={policy} />
		case 'granted':
		case 'sent':
			return (
				<Callout tone="good" title={`Approved: you get ${amount} back`} role="status">
					<p>
						{!endsAccess
							? 'This refund doesn’t change your access.'
							: hasEnded
								? 'Your access has already ended. If you earned a certificate, it’s valid until the money is sent.'
								: 'Your access is paused from now on and ends when the money is sent.'}
					</p>
					<Expected {...record} />
					{byHand}
				</Callout>
			)
		case 'settled':
			return (
				<Callout tone="good" title={`${amount} was sent back to you`} role="status">
					<p>Your bank may take {describeBusinessDays(policy)} to show it.</p>
					<Expected {...record} />
					{byHand}
				</Callout>
			)
		case 'failed':
			return (
				<Callout tone="danger" title="The refund didn’t go through" role="status">
					<p>Our team knows and is looking for another way to pay you.{hasEnded ? '' : ' Until then you keep your access.'}</p>
				</Callout>
			)
	}
}

function RefundMeter({ view: { meter, firstDownloadAt } }: { view: RefundView }) {
	const { opened, total, limitPercent } = meter
	return (
		<div className="grid gap-3">
			<p className="tabular-nums">
				You have opened{' '}
				<strong>
					{opened} of {total} sections: {openedShare(opened, total)}%
				</strong>{' '}
				since you paid. The limit is {limitPercent}%, and what you read before doesn’t count.
			</p>
			<ProgressBar label="Sections opened since you paid" value={opened} max={Math.max(total, 1)} />
			<p>
				{firstDownloadAt === null
					? 'No paid template was downloaded with this order.'
					: `A paid template was first downloaded on ${formatUtcDay(firstDownloadAt)}.`}
			</p>
		</div>
	)
}

type RefundPanelProps = { orderId: string; /** ID of the signed-in user. */ reader: string }

const isNotTheirs = (error: Error) => findRefusal(error)?.status === 404

export function RefundPanel({ orderId, reader }: RefundPanelProps) {
	const refund = useRefund(orderId, reader)
	if (refund.data)
		return (
			<div className="screen-only">
				<Ready orderId={orderId} reader={reader} view={refund.data} />
			</div>
		)
	if (refund.isPending) return <p role="status">Checking how much of the course you have used…</p>
	if (isNotTheirs(refund.error)) return <p>This order belongs to another email address. Sign in with that address to request a refund.</p>
	return <LoadFailed query={refund} title="We couldn’t look up the refund for this order" />
}

/** True if there is an amount left to refund and no refund is in progress. */
const mayAsk = ({ amountCents, request }: RefundView) =>
	amountCents > 0 && (request === null || request.state === 'refused' || request.state === 'settled')

function Ready({ orderId, reader, view }: RefundPanelProps & { view: RefundView }) {
	const { request, promise, withdrawal } = view
	return (
		<div className="grid gap-6">
			{request && (
				<RefundRecordNote
					record={request}
					policy={findRefundPolicy(view.policyVersion)}
					currency={view.currency}
					endsAccess={view.endsAccess}
					hasEnded={view.hasEnded}
				/>
			)}
			{mayAsk(view) && (
				<>
					<RefundMeter view={view} />
					{(request?.state !== 'refused' || promise.granted) && <AskForm orderId={orderId} reader={reader} view={view} />}
					{withdrawal && !(request?.state === 'refused' && request.kind === 'withdrawal') && (
						<WithdrawForm orderId={orderId} reader={reader} policyVersion={view.policyVersion} withdrawal={withdrawal} />
					)}
				</>
			)}
		</div>
	)
}
