import { ORDER_ID_PATTERN } from './order-id.ts'

/**
 * Pages that only exist in the browser: no HTML file, so the server answers the app shell for them.
 * `:id` means one segment, a trailing `/*` one or more. Add a path together with its route (app/routes.ts);
 * everything else that has no file is a 404.
 */
export const appPaths: readonly string[] = ['/auth/callback', '/oauth/consent', '/orders/:orderId', '/certificates/:id']

/** Regular expression of a segment of that name; an address of another shape is a 404. */
export const segmentShapes: Readonly<Record<string, string>> = { orderId: ORDER_ID_PATTERN }
