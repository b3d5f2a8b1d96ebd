import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { callApi, findRefusal, owesFactor } from '#app/lib/own-api.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { paths } from '#contracts/paths.ts'
import type { OrderReceipt } from '#contracts/payments.ts'

import { FileButton } from './file-button.tsx'
import { Invoices } from './invoices.tsx'
import { ReceiptSlip, RefundPolicy } from './receipt-slip.tsx'
import { TransferPanel } from './transfer-panel.tsx'

type ReceiptPageProps = {
	orderId: string
	/** Id of the signed-in account; null for a guest. */
	reader: string | null
	/** The not-found page: the same for an unknown order and for someone else's. */
	notFound: ReactNode
	/** The refund panel, for the owner of a paid order. */
	refund: ReactNode
}

const isUnknown = (error: Error) => findRefusal(error)?.status === 404

/** /orders/:id: one order as a receipt to read, print and keep. */
export function ReceiptPage({ orderId, reader, notFound, refund }: ReceiptPageProps) {
	const receipt = useReceipt(orderId, reader)
	if (receipt.error && isUnknown(receipt.error)) return notFound
	return (
		<div className="page grid max-w-[48rem] gap-8 py-10 lg:py-14">
			<h1>{receipt.data?.paidAt ? 'Receipt' : 'Your order'}</h1>
			{receipt.isPending && <p role="status">Loading your order…</p>}
			{receipt.isError && !receipt.data && (
				<Callout tone="danger" role="alert" title="Your order could not be loaded">
					<p>
						{owesFactor(receipt.error)
							? 'Your second factor protects it. Try again and confirm that it is you.'
							: 'The server did not answer. Your order is safe; please try again.'}
					</p>
					<Button variant="secondary" className="mt-3" pending={receipt.isFetching} onClick={() => void receipt.refetch()}>
						Try Again
					</Button>
				</Callout>
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
					{isSignedIn ? 'Go to my dashboard' : 'Sign in'}
				</LinkButton>
			</div>
			{receipt.invoices.length > 0 && <Invoices receipt={receipt} />}
			{receipt.refundUntil !== null && (
				<RefundPolicy version={receipt.refundPolicy} until={receipt.refundUntil}>
					{isSignedIn && refund}
				</RefundPolicy>
			)}
		</>
	)
}

/** One order's receipt. @param reader id of the account: another account gets another answer */
const useReceipt = (orderId: string, reader: string | null) =>
	useQuery({
		queryKey: ['receipt', orderId, reader],
		queryFn: ({ signal }) => callApi<OrderReceipt>(`/api/orders/${encodeURIComponent(orderId)}`, { signal }),
	})
