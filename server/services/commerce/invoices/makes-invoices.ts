import type { ServiceContext } from '#server/services/context.ts'

/** True if payments are invoiced: the seller is filled in, and either content or payment provider supplies the tax. */
export const makesInvoices = ({ invoicing, payments }: Pick<ServiceContext, 'invoicing' | 'payments'>): boolean =>
	invoicing !== null && (invoicing.tax !== null || payments.worksOutTax)
