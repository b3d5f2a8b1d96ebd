import type { Invoice } from '#domain/invoices/invoice.ts'
import { canWriteCii, writeCii } from '#domain/invoices/write-cii.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { printInvoice } from '#server/services/commerce/invoices/print-invoice.ts'

const setFileName = (c: HttpContext, name: string) => c.header('Content-Disposition', `attachment; filename="${name}"`)

export async function sendInvoicePdf(c: HttpContext, invoice: Invoice) {
	const file = await printInvoice(c.var.ctx, invoice)
	setFileName(c, `${invoice.number}.pdf`)
	return c.body(Uint8Array.from(file), 200, { 'Content-Type': 'application/pdf' })
}

/**
 * Sends an invoice as XML.
 * @throws ServiceError invoice_without_xml (409) if EN 16931 can't express the invoice
 */
export function sendInvoiceXml(c: HttpContext, invoice: Invoice) {
	if (!canWriteCii(invoice))
		throw new ServiceError(
			'conflict',
			'invoice_without_xml',
			'This document is only available as a PDF: the XML format (EN 16931) allows no amounts with three decimals, no tax other than VAT, and no reverse charge without both VAT IDs.',
		)
	setFileName(c, `${invoice.number}.xml`)
	return c.body(writeCii(invoice), 200, { 'Content-Type': 'application/xml; charset=utf-8' })
}
