import type { Ref } from 'react'

import { Form, type FormState, Submit } from '#app/lib/form.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import type { OrderReceipt, OrderTransfer } from '#contracts/payments.ts'
import { formatMoney } from '#domain/pricing/money.ts'

import { FACT_LIST_CLASSES } from './receipt-slip.tsx'

type ToConfirm = Extract<OrderTransfer, { state: 'to-confirm' }>
type Awaited = Extract<OrderTransfer, { state: 'awaited' }>

type StepsProps = { receipt: OrderReceipt; /** Places the order. */ form: FormState; title?: Ref<HTMLHeadingElement> }

export function TransferSteps({ receipt, form, title }: StepsProps) {
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
				<PlaceOrder receipt={receipt} form={form} transfer={transfer} />
			)}
		</section>
	)
}

function PlaceOrder({ receipt, form, transfer }: StepsProps & { transfer: ToConfirm }) {
	return (
		<Form of={form} action={paths.order(receipt.orderId)}>
			<p>
				Place your order and you get our account details and a reference, here and by email. Then send{' '}
				<strong>{formatMoney(receipt.amounts.totalCents, receipt.amounts.currency)}</strong> from your bank. Your course opens once we
				confirm your payment.
			</p>
			{transfer.asksEmail && (
				<EmailField label="Email" hint="For our account details, your receipt and your access." error={form.problems.email} />
			)}
			<Checkbox label={transfer.consent.label} name="consent" value={transfer.consent.version} error={form.problems.consent} />
			<p className="text-soft">{transfer.consent.note}</p>
			<Submit of={form} size="lg">
				Order and Pay by Bank Transfer
			</Submit>
		</Form>
	)
}

function TransferDetails({ receipt: { amounts, testMode }, transfer }: { receipt: OrderReceipt; transfer: Awaited }) {
	const { account, reference, payBy, remindAfterDays } = transfer
	const rows = [
		{ label: 'Amount', value: `${formatMoney(amounts.totalCents, amounts.currency)} ${amounts.currency.toUpperCase()}` },
		{ label: 'Reference', value: reference },
		{ label: 'Account holder', value: account.holder },
		{ label: 'IBAN', value: account.iban },
		{ label: 'BIC', value: account.bic },
	]
	return (
		<>
			<p>Please send exactly this amount from your bank and include the reference: it shows that the payment is yours.</p>
			<dl className={FACT_LIST_CLASSES}>
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
				Your course opens once we confirm your payment, and we email you the receipt and your access. We’ll remind you once, after{' '}
				{remindAfterDays} days. If the money hasn’t arrived by {formatUtcDay(payBy)}, the order closes and you owe nothing.
			</p>
			{testMode && <p className="font-semibold text-accent-ink">Test mode: please don’t send any money.</p>}
		</>
	)
}
