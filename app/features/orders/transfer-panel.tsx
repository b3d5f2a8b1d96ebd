import { useRef, useState, type FormEvent } from 'react'

import { ApiError } from '#app/lib/own-api.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatUtcDay } from '#contracts/format-day.ts'
import type { OrderReceipt, OrderTransfer } from '#contracts/payments.ts'
import { formatMoney } from '#domain/pricing/money.ts'

import { useAcceptTransfer } from './use-accept-transfer.ts'

type PanelProps = { receipt: OrderReceipt; reader: string | null }
type ToConfirm = Extract<OrderTransfer, { state: 'to-confirm' }>
type Awaited = Extract<OrderTransfer, { state: 'awaited' }>

const fieldOf = (error: unknown, name: string): string | undefined =>
	error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.fields[name] : undefined

/** How an order is paid by bank transfer: the terms first, then what to send and where to. Nothing for any other order. */
export function TransferPanel({ receipt, reader }: PanelProps) {
	const title = useRef<HTMLHeadingElement>(null)
	const { transfer } = receipt
	if (transfer === null) return null
	return (
		<section aria-labelledby="transfer" className="callout grid gap-5">
			<h2 id="transfer" ref={title} tabIndex={-1} className="text-2xl">
				Pay by bank transfer
			</h2>
			{transfer.state === 'awaited' ? (
				<TransferDetails receipt={receipt} transfer={transfer} />
			) : (
				<PlaceOrder receipt={receipt} reader={reader} transfer={transfer} onPlaced={() => title.current?.focus()} />
			)}
		</section>
	)
}

/** The form goes when the order is placed: `onPlaced` moves the focus to what stands there then. */
function PlaceOrder({ receipt, reader, transfer, onPlaced }: PanelProps & { transfer: ToConfirm; onPlaced: () => void }) {
	const [email, setEmail] = useState('')
	const [isAgreed, setAgreed] = useState(false)
	const [isTried, setTried] = useState(false)
	const accept = useAcceptTransfer(receipt.orderId, reader, onPlaced)

	function place(event: FormEvent) {
		event.preventDefault()
		setTried(true)
		if (isAgreed) accept.mutate({ consent: transfer.consent.version, email })
	}

	return (
		<form className="grid gap-5" noValidate onSubmit={place}>
			<p>
				Place your order and you get our account details and a reference, here and by email. Then send{' '}
				<strong>{formatMoney(receipt.amounts.totalCents)}</strong> from your bank. Your course opens as soon as the money arrives.
			</p>
			{transfer.asksEmail && (
				<TextField
					label="Email"
					hint="For our account details, your receipt and your access."
					type="email"
					autoComplete="email"
					required
					maxLength={254}
					value={email}
					error={fieldOf(accept.error, 'email')}
					onChange={({ target }) => setEmail(target.value)}
				/>
			)}
			<Checkbox
				label={transfer.consent.label}
				checked={isAgreed}
				onChange={({ target }) => setAgreed(target.checked)}
				{...(isTried && !isAgreed && { error: 'Please tick this box to place your order.' })}
			/>
			<p className="text-soft">{transfer.consent.note}</p>
			<div>
				<Button type="submit" size="lg" pending={accept.isPending}>
					Order and Pay by Bank Transfer
				</Button>
			</div>
		</form>
	)
}

function TransferDetails({ receipt: { amounts, testMode }, transfer }: { receipt: OrderReceipt; transfer: Awaited }) {
	const { account, reference, payBy, remindAfterDays } = transfer
	const rows = [
		{ label: 'Amount', value: `${formatMoney(amounts.totalCents)} ${amounts.currency.toUpperCase()}` },
		{ label: 'Reference', value: reference },
		{ label: 'Account holder', value: account.holder },
		{ label: 'IBAN', value: account.iban },
		{ label: 'BIC', value: account.bic },
	]
	return (
		<>
			<p>Please send exactly this amount from your bank and include the reference: it tells us that the payment is yours.</p>
			<dl className="facts">
				{rows.map(({ label, value }) => (
					<div key={label} className="contents">
						<dt>{label}</dt>
						<dd className="text-lg tabular-nums [overflow-wrap:anywhere]">{value}</dd>
					</div>
				))}
				<dt>Pay by</dt>
				<dd>{formatUtcDay(payBy)}</dd>
			</dl>
			<p>
				Your course opens as soon as the money arrives, and we email you the receipt and your access. We’ll remind you once, after{' '}
				{remindAfterDays} days. If the money hasn’t arrived by {formatUtcDay(payBy)}, the order closes and you owe nothing.
			</p>
			{testMode && <p className="font-semibold text-accent-ink">Test mode: please don’t send any money.</p>}
		</>
	)
}
