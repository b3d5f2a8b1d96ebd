/** Two letters say whose id it is. */
const CHECKOUT = '[a-z]{2}_(?:(?:test|live)_)?[A-Za-z0-9]{20,128}'
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** The provider's id of a checkout, which buyers see as their order id. */
export const CHECKOUT_ID = new RegExp(`^${CHECKOUT}$`)

/** Either name of an order, the checkout's id or our own, as used in an address. Text of another shape names no order. */
export const ORDER_ID_PATTERN = `(?:${CHECKOUT}|${UUID})`
