import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'

import { FileButton } from '#app/lib/file-button.tsx'
import { useForm } from '#app/lib/form.tsx'
import { callApi, findRefusal, needsSecondFactor } from '#app/lib/own-api.ts'
import { LoadFailed } from '#app/lib/query-provider.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { ToastInput } from '#app/ui/toast-store.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import type { InvoiceSummary, OrderReceipt } from '#contracts/payments.ts'
import { CONSENT_MISSING_MESSAGE } from '#domain/orders/describe-order.ts'
import { decimalOf } from '#domain/pricing/money.ts'

import { ReceiptSlip, RefundPolicyNote } from './receipt-slip.tsx'
import { TransferSteps } from './transfer-steps.tsx'

const NOT_SENT = 'The server didn’t answer, so your order wasn’t placed. Please try again.'

function describeFailure(error: unknown): ToastInput | null {
	const refusal = findRefusal(error)
	// Field errors are shown next to the fields.
	if (refusal && Object.keys(refusal.fields).length > 0) return null
	return { title: 'Order not placed', description: refusal?.message ?? NOT_SENT, variant: 'destructive' }
}

function TransferPanel({ receipt, reader }: { receipt: OrderReceipt; reader: string | null }) {
	const client = useQueryClient()
	const title = useRef<HTMLHeadingElement>(null)
	const form = useForm(
		async ({ text }) => {
			const body = { consent: text('consent'), email: text('email') }
			if (body.consent === '') return { consent: CONSENT_MISSING_MESSAGE }
			const placed = await callApi<OrderReceipt>(`/api/orders/${encodeURIComponent(receipt.orderId)}/transfer`, { body })
			client.setQueryData(['receipt', receipt.orderId, reader], placed)
			// Once the order is placed, the form is removed, so the title gets focus.
			title.current?.focus()
		},
		{ describe: describeFailure },
	)
	return <TransferSteps receipt={receipt} form={form} title={title} />
}

const nameOf = ({ kind, number }: InvoiceSummary) => `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`

function Invoices({ receipt: { orderId, invoices } }: { receipt: OrderReceipt }) {
	return (
		<section aria-labelledby="invoices" className="grid gap-3 border-t border-line-strong pt-8">
			<h2 id="invoices" className="text-2xl">
				Invoices
			</h2>
			<ul className="grid gap-4">
				{invoices.map((invoice) => (
					<li key={invoice.id} className="flex flex-wrap items-center justify-between gap-3">
						<span>
							<strong className="[overflow-wrap:anywhere]">{nameOf(invoice)}</strong>
							<br />
							{formatUtcDay(invoice.issuedOn)}, {decimalOf(invoice.totalCents, invoice.currency)} {invoice.currency.toUpperCase()}
						</span>
						<span className="screen-only">
							<FileButton
								path={`/api/orders/${encodeURIComponent(orderId)}/invoices/${invoice.id}/pdf`}
								name={`${invoice.number}.pdf`}
								label={`Download ${invoice.kind === 'invoice' ? 'invoice' : 'credit note'}`}
								variant="secondary"
							/>
						</span>
					</li>
				))}
			</ul>
		</section>
	)
}

type ReceiptPageProps = {
	orderId: string
	reader: string | null
	/** The not-found page, the same for unknown orders and other people's orders. */
	notFound: ReactNode
	refund: ReactNode
}

const isUnknown = (error: Error) => findRefusal(error)?.status === 404

export function ReceiptPage({ orderId, reader, notFound, refund }: ReceiptPageProps) {
	const receipt = useReceipt(orderId, reader)
	if (receipt.error && isUnknown(receipt.error)) return notFound
	return (
		<div className="page grid max-w-[48rem] gap-8 py-10 lg:py-14">
			<h1>{receipt.data?.paidAt ? 'Receipt' : 'Your order'}</h1>
			{receipt.isPending && <p role="status">Loading your order…</p>}
			{receipt.isError && !receipt.data && (
				<LoadFailed query={receipt} title="Your order couldn’t be loaded">
					<p>
						{needsSecondFactor(receipt.error)
							? 'Your second factor protects it. Try again and confirm that it’s you.'
							: 'The server didn’t answer. Your order is safe; please try again.'}
					</p>
				</LoadFailed>
			)}
			{receipt.data && <Ready receipt={receipt.data} reader={reader} refund={refund} />}
		</div>
	)
}

function Ready({ receipt, reader, refund }: { receipt: OrderReceipt; reader: string | null; refund: ReactNode }) {
	const isSignedIn = reader !== null
	return (
		<>
			<TransferPanel receipt={receipt} reader={reader} />
			<ReceiptSlip receipt={receipt} />
			<div className="screen-only flex flex-wrap gap-4">
				<FileButton path={paths.receiptPdf(receipt.orderId)} name="receipt.pdf" label="Download PDF" />
				<Button variant="secondary" onClick={() => window.print()}>
					Print
				</Button>
				<LinkButton variant="quiet" to={isSignedIn ? paths.dashboard : paths.login}>
					{isSignedIn ? 'Go to My Dashboard' : 'Sign In'}
				</LinkButton>
			</div>
			{receipt.invoices.length > 0 && <Invoices receipt={receipt} />}
			{receipt.refundUntil !== null && (
				<RefundPolicyNote version={receipt.refundPolicy} until={receipt.refundUntil}>
					{isSignedIn && refund}
				</RefundPolicyNote>
			)}
		</>
	)
}

/**
 * Loads a receipt.
 * @param reader user ID, part of the cache key because other accounts get a different response
 */
const useReceipt = (orderId: string, reader: string | null) =>
	useQuery({
		queryKey: ['receipt', orderId, reader],
		queryFn: ({ signal }) => callApi<OrderReceipt>(`/api/orders/${encodeURIComponent(orderId)}`, { signal }),
	})
