import { formatUtcDay } from '#contracts/format-day.ts'
import type { InvoiceSummary, OrderReceipt } from '#contracts/payments.ts'
import { decimalOf } from '#domain/pricing/money.ts'

import { FileButton } from './file-button.tsx'

const nameOf = ({ kind, number }: InvoiceSummary) => `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`

/** The invoices and credit notes of an own order. */
export function Invoices({ receipt: { orderId, invoices } }: { receipt: OrderReceipt }) {
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
