/**
 * Prints text that the build doesn't contain: every email, library documents, receipt and checkout. Runs in a changed copy of
 * the project, in a separate process.
 */
import { loadedContent } from '#content/loaded.server.ts'
import { ORDER_STATUS_WORDS } from '#domain/orders/describe-order.ts'
import { describeReasons } from '#domain/refunds/describe-refund.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { PrintedDocument } from '#server/adapters/documents/port.ts'
import { readConfig } from '#server/process/environment.ts'
import { plugins } from '#server/process/plugins.ts'
import { printReceipt } from '#server/services/commerce/checkout/receipts.ts'
import { summarizeOrder } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { listMailSamples } from '#server/services/operations/mail-samples/list-mail-samples.ts'
import { SAMPLE_CHECKOUT_SESSION, sampleSale } from '#server/services/operations/mail-samples/sample-rows.ts'

const { libraryDocuments, checkoutConsent } = loadedContent

const config = readConfig({ NODE_ENV: 'test' })
const print = async (document: PrintedDocument) => new TextEncoder().encode(JSON.stringify(document))
const paper = { config, content: loadedContent, now: () => new Date(), documents: { print }, plugins } as unknown as ServiceContext
const receipt = await printReceipt(paper, {
	...summarizeOrder(sampleSale(loadedContent).order, { sessionId: SAMPLE_CHECKOUT_SESSION, endsAt: null }),
	email: null,
	access: 'active',
	refundPolicy: sampleSale(loadedContent).order.refund_policy_version,
	refundUntil: '2027-01-01T00:00:00Z',
	waiver: null,
	transfer: null,
	invoices: [],
})
const printed = [
	listMailSamples(paper),
	[...libraryDocuments.values()],
	new TextDecoder().decode(receipt),
	checkoutConsent,
	ORDER_STATUS_WORDS,
	describeReasons(currentRefundPolicy),
]
process.stdout.write(JSON.stringify(printed))
