import type { ServiceContext } from '#server/services/context.ts'

/**
 * Whether a payment makes an invoice: the seller is filled in, and the tax is the one rate of content/company/seller.json. A provider
 * that calculates taxes by itself may come to others.
 */
export const makesInvoices = ({ invoicing, config: { payments } }: Pick<ServiceContext, 'invoicing' | 'config'>): boolean =>
	invoicing !== null && !(payments.kind === 'stripe' && payments.automaticTax)
