/** The order number that people read on receipts, in emails and in the console: the end of the order's ID. */
export const orderNumber = (id: string): string => id.slice(-8).toUpperCase()
