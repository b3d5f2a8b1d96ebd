import { formatNumber } from '#domain/invoices/next-number.ts'
import { sellerDay } from '#domain/invoices/seller-day.ts'
import { splitGross } from '#domain/invoices/split-gross.ts'
import { refundDeadline } from '#domain/refunds/refund-deadline.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { PrintedCertificate } from '#server/adapters/certificates/port.ts'
import type { DocumentBlock, PrintedDocument } from '#server/adapters/documents/port.ts'
import { layOutReceipt } from '#server/services/commerce/checkout/receipts.ts'
import { toTaxTerms } from '#server/services/commerce/invoices/issue-invoice.ts'
import { layOutInvoice } from '#server/services/commerce/invoices/print-invoice.ts'
import { summarizeOrder } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { layOutCertificate } from '#server/services/learning/certificates/verify-certificate.ts'
import { SAMPLE_ID, SAMPLE_CHECKOUT_SESSION, sampleSale } from '#server/services/operations/mail-samples/sample-rows.ts'

export const SAMPLE_DOCUMENT_NAMES = ['invoice', 'receipt', 'certificate'] as const
export type SampleDocumentName = (typeof SAMPLE_DOCUMENT_NAMES)[number]

export type DocumentSample = { kind: 'pages'; document: PrintedDocument } | { kind: 'certificate'; document: PrintedCertificate }

const BUYER = {
	name: 'Sample Customer',
	email: null,
	address: { line1: '1 Sample Street', line2: null, postcode: '10001', city: 'New York', region: 'NY', country: 'US' },
	vatId: null,
}

/** Tax shown in a sample if the payment provider calculates it. */
const NO_TAX = { kind: 'not_subject', rateBasisPoints: 0, reason: 'Tax: calculated by your payment provider for each sale.' } as const

function invoiceSample(ctx: ServiceContext): DocumentSample | null {
	const { invoicingSeller, numberSeries } = ctx.content
	if (invoicingSeller === null) return null
	const { seller, tax } = invoicingSeller
	const { order } = sampleSale(ctx.content)
	const { taxCents: _, suppliedAt, ...terms } = toTaxTerms(ctx, order, { seller, buyer: BUYER, tax: tax ?? NO_TAX })
	const day = sellerDay(seller, suppliedAt.getTime())
	const document = layOutInvoice({
		kind: 'invoice',
		number: formatNumber(numberSeries.invoices, { year: Number(day.slice(0, 4)), lastNumber: 42, lastIssuedAtMs: 0 }),
		issuedOn: day,
		suppliedOn: day,
		currency: order.currency.toUpperCase(),
		...terms,
		...splitGross(order.total_cents, terms.tax.rateBasisPoints),
		corrects: null,
		replacedBy: null,
		orderId: SAMPLE_ID,
		isLive: true,
	})
	return { kind: 'pages', document }
}

function receiptSample(ctx: ServiceContext): DocumentSample {
	const { order } = sampleSale(ctx.content)
	const paidAt = order.paid_at ?? order.created_at
	const document = layOutReceipt(
		{ ...ctx, now: () => paidAt },
		{
			...summarizeOrder(order, { sessionId: SAMPLE_CHECKOUT_SESSION, endsAt: null }),
			testMode: false,
			email: order.email,
			access: 'active',
			refundPolicy: order.refund_policy_version,
			refundUntil: new Date(refundDeadline(paidAt.getTime(), currentRefundPolicy.windowDays)).toISOString(),
			waiver: null,
			transfer: null,
			invoices: [],
		},
	)
	return { kind: 'pages', document }
}

const certificateSample = (ctx: ServiceContext): DocumentSample => ({
	kind: 'certificate',
	document: layOutCertificate(ctx, {
		id: SAMPLE_ID,
		learnerName: 'Sample Learner',
		courseName: ctx.content.course.title,
		issuedAt: sampleSale(ctx.content).order.created_at,
	}),
})

const SAMPLES = { invoice: invoiceSample, receipt: receiptSample, certificate: certificateSample }

/** @returns null for an invoice while invoicing is off */
export const composeDocumentSample = (ctx: ServiceContext, sampled: SampleDocumentName): DocumentSample | null => SAMPLES[sampled](ctx)

export const printDocumentSample = ({ documents, certificates }: ServiceContext, sample: DocumentSample): Promise<Uint8Array> =>
	sample.kind === 'pages' ? documents.print(sample.document) : certificates.print(sample.document)

function linesOf(block: DocumentBlock): readonly string[] {
	switch (block.kind) {
		case 'heading':
			return ['', block.text]
		case 'text':
			return [block.text]
		case 'list':
			return block.items
		case 'field':
			return [`${block.label}: ${block.value}`]
		case 'callout':
			return [`${block.label}: ${block.text}`]
		case 'copy':
			return block.lines
		case 'table':
			return ['', ...block.rows.map(({ cells }) => cells.join('  '))]
		case 'page-break':
			return []
	}
}

export function readDocumentSample(sample: DocumentSample): string {
	if (sample.kind === 'pages') return [sample.document.title, ...sample.document.blocks.flatMap(linesOf)].join('\n')
	const { title, learnerName, courseName, statement, issuerName, verifyUrl } = sample.document
	return [title, learnerName, courseName, statement, issuerName, verifyUrl].join('\n')
}
