import { samples } from '#tests/plugins/samples.ts'

import { ROWS } from './wire-rows.ts'

/** Kind of object that an ID in a URL refers to. */
export type IdKind =
	| 'authorization'
	| 'user'
	| 'order'
	| 'checkout'
	| 'invoice'
	| 'session'
	| 'factor'
	| 'passkey'
	| 'identity'
	| 'certificate'
	| 'ticket'
	| 'public'
export type Route = {
	/** Kind of the other learner's ID that fills each path parameter. */
	ids?: Record<string, IdKind>
	query?: string
	/**
	 * Reason why the response may contain another person's data: the URL itself is the key, or the page is for the operator's machine.
	 */
	open?: string
}

/** Test data for endpoints with parameters in their path; a missing entry fails the test. */
const DETAILS: Record<string, Route> = {
	'POST /auth/v1/factors/:id/challenge': { ids: { id: 'factor' } },
	'POST /auth/v1/factors/:id/verify': { ids: { id: 'factor' } },
	'DELETE /auth/v1/factors/:id': { ids: { id: 'factor' } },
	'PATCH /auth/v1/passkeys/:id': { ids: { id: 'passkey' } },
	'DELETE /auth/v1/passkeys/:id': { ids: { id: 'passkey' } },
	'DELETE /auth/v1/user/identities/:id': { ids: { id: 'identity' } },
	'GET /auth/v1/admin/users/:id': { ids: { id: 'user' } },
	'PUT /auth/v1/admin/users/:id': { ids: { id: 'user' } },
	'DELETE /auth/v1/admin/users/:id': { ids: { id: 'user' } },
	'GET /auth/v1/admin/users/:id/factors': { ids: { id: 'user' } },
	'PUT /auth/v1/admin/users/:id/factors/:factor': { ids: { id: 'user', factor: 'factor' } },
	'DELETE /auth/v1/admin/users/:id/factors/:factor': { ids: { id: 'user', factor: 'factor' } },
	'GET /auth/v1/admin/users/:id/passkeys': { ids: { id: 'user' } },
	'DELETE /auth/v1/admin/users/:id/passkeys/:passkey': { ids: { id: 'user', passkey: 'passkey' } },
	'GET /rest/v1/:table': { ids: { table: 'public' }, query: 'user_id=eq.{user}' },
	'POST /rest/v1/:table': { ids: { table: 'public' }, query: 'on_conflict=user_id' },
	'PATCH /rest/v1/:table': { ids: { table: 'public' }, query: 'user_id=eq.{user}' },
	'DELETE /rest/v1/:table': { ids: { table: 'public' }, query: 'user_id=eq.{user}' },
	'GET /rest/v1/rpc/:name': { ids: { name: 'public' } },
	'POST /rest/v1/rpc/:name': { ids: { name: 'public' } },
	'GET /api/orders/by-session/:sessionId': { ids: { sessionId: 'checkout' }, open: 'the id of a checkout is known to its buyer alone' },
	'GET /api/orders/:orderId': { ids: { orderId: 'order' } },
	'GET /api/orders/:orderId/refund': { ids: { orderId: 'order' } },
	'POST /api/orders/:orderId/refund': { ids: { orderId: 'order' } },
	'POST /api/orders/:orderId/transfer': { ids: { orderId: 'order' } },
	'GET /api/orders/:orderId/receipt.pdf': { ids: { orderId: 'order' } },
	'GET /api/orders/:orderId/invoices/:invoiceId/pdf': { ids: { orderId: 'order', invoiceId: 'invoice' } },
	'GET /api/orders/:orderId/invoices/:invoiceId/xml': { ids: { orderId: 'order', invoiceId: 'invoice' } },
	'GET /orders/:orderId': { ids: { orderId: 'order' } },
	'POST /orders/:orderId': { ids: { orderId: 'order' } },
	'GET /media/:id/:name': { ids: { id: 'public', name: 'public' } },
	'GET /embed/:site/:id': { ids: { site: 'public', id: 'public' } },
	'GET /requests/:token': { ids: { token: 'ticket' } },
	'POST /requests/:token': { ids: { token: 'ticket' } },
	'GET /api/course/modules/:moduleId/lessons/:lessonId': { ids: { moduleId: 'public', lessonId: 'public' } },
	'POST /api/course/lessons/:moduleId/:lessonId/quiz': { ids: { moduleId: 'public', lessonId: 'public' } },
	'GET /documents/:file': { ids: { file: 'public' } },
	'GET /offers/:code': { ids: { code: 'public' } },
	'GET /downloads/:file': { ids: { file: 'public' } },
	'GET /api/certificates/:id': { ids: { id: 'certificate' }, open: 'a certificate is shown to anyone with its address' },
	'GET /certificates/:id': { ids: { id: 'certificate' }, open: 'a certificate is shown to anyone with its address' },
	'GET /certificates/:id/credential.json': { ids: { id: 'certificate' }, open: 'a certificate is shown to anyone with its address' },
	'GET /certificates/:id/still-known.json': { ids: { id: 'certificate' }, open: 'a certificate is shown to anyone with its address' },
	'GET /certificates/:id/certificate.pdf': { ids: { id: 'certificate' }, open: 'a certificate is shown to anyone with its address' },
	'GET /certificates/status/:list': { ids: { list: 'public' } },
	'DELETE /api/sessions/:id': { ids: { id: 'session' } },
	'GET /dev/outbox': { open: 'messages that stay on this machine' },
	'GET /dev/outbox.json': { open: 'messages that stay on this machine' },
	'GET /sandbox/payments': { open: 'the operator of a sandbox looks at its payments' },
	'POST /sandbox/payments': { open: 'the operator of a sandbox looks at its payments' },
	'GET /dev/mail/:template': { ids: { template: 'public' } },
	'GET /dev/outbox/:message/html': { ids: { message: 'public' }, open: 'messages that stay on this machine' },
	'GET /dev/mail/:template/html': { ids: { template: 'public' } },
	...Object.assign({}, ...samples.map(({ routes }) => routes)),
	'GET /sandbox/checkout/:id': { ids: { id: 'checkout' }, open: 'the id of a checkout is known to its buyer alone' },
	'POST /sandbox/checkout/:id': { ids: { id: 'checkout' }, open: 'the id of a checkout is known to its buyer alone' },
}

/** Kinds of ID by the console's path parameters. */
const CONSOLE_IDS: Record<string, IdKind> = { account: 'user', order: 'order', invoice: 'invoice' }
const detailsOfConsole = (path: string): Route => ({
	ids: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, CONSOLE_IDS[name] ?? 'public'])),
})
const isConsole = (path: string) => path.startsWith('/admin')

/** Every route. */
export const ROUTES: Record<string, Route> = Object.fromEntries(
	ROWS.map(({ endpoint, path }) => [endpoint, isConsole(path) ? detailsOfConsole(path) : (DETAILS[endpoint] ?? {})]),
)
export const DETAILED_ENDPOINTS = Object.keys(DETAILS)
