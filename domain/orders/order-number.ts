/** The last eight digits of the order's id. */
export const orderNumber = (id: string): string => id.slice(-8).toUpperCase()
