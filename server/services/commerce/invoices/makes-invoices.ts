import type { ServiceContext } from '#server/services/context.ts'

/** True if a payment makes an invoice: the seller is filled in, and either the file or the provider of the payment says the tax. */
export const makesInvoices = ({ invoicing, payments }: Pick<ServiceContext, 'invoicing' | 'payments'>): boolean =>
	invoicing !== null && (invoicing.tax !== null || payments.worksOutTax)
