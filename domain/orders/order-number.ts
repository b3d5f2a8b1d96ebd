/** Returns the order number that people see: the last eight digits of the order's ID. */
export const orderNumber = (id: string): string => id.slice(-8).toUpperCase()
