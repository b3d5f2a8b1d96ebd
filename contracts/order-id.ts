/** Matches the provider's checkout ID. Its two-letter prefix identifies the provider. */
const CHECKOUT = '[a-z]{2}_(?:(?:test|live)_)?[A-Za-z0-9]{20,128}'
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Pattern of the provider's checkout ID, which buyers see as their order ID. */
export const CHECKOUT_ID = new RegExp(`^${CHECKOUT}$`)

/** Pattern of an order ID in a URL: the ID of the checkout, or our own. */
export const ORDER_ID_PATTERN = `(?:${CHECKOUT}|${UUID})`
