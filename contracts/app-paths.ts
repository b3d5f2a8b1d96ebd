import { ORDER_ID_PATTERN } from './order-id.ts'

/**
 * Pages rendered only in the browser. They have no HTML file, so the server responds with the app shell. `:id` is one segment, a
 * trailing `/*` one or more. Add a path together with its route (app/routes.ts). All other paths without a file are 404.
 */
export const appPaths: readonly string[] = ['/auth/callback', '/oauth/consent', '/orders/:orderId', '/certificates/:id']

/** Regular expressions of path parameters, by name. URLs that don't match are 404. */
export const segmentShapes: Readonly<Record<string, string>> = { orderId: ORDER_ID_PATTERN }
