import type { Invoice } from '#domain/invoices/invoice.ts'
import { canWriteCii, writeCii } from '#domain/invoices/write-cii.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { printInvoice } from '#server/services/commerce/invoices/print-invoice.ts'

import { sendFile } from './send-file.ts'

export const sendInvoicePdf = async (c: HttpContext, invoice: Invoice) =>
	sendFile(c, { name: `${invoice.number}.pdf`, content: await printInvoice(c.var.ctx, invoice) })

/**
 * Sends an invoice as XML.
 * @throws ServiceError invoice_without_xml (409) if EN 16931 can't express the invoice
 */
export function sendInvoiceXml(c: HttpContext, invoice: Invoice) {
	if (!canWriteCii(invoice)) {
		const message =
			'This document is only available as a PDF: the XML format (EN 16931) allows no amounts with three decimals, no tax other than VAT, and no reverse charge without both VAT IDs.'
		throw new ServiceError('conflict', 'invoice_without_xml', message)
	}
	return sendFile(c, { name: `${invoice.number}.xml`, content: writeCii(invoice) })
}
