import { samples } from '#tests/plugins/samples.ts'

const all = (kilobytes: number, lines: string): Record<string, number> =>
	Object.fromEntries(
		lines
			.trim()
			.split('\n')
			.map((line) => [line.trim(), kilobytes]),
	)

/** Collects sizes from the plugins' samples. */
export const ofPlugins = <T>(pick: (answer: { kilobytes: number; body?: unknown }) => T): Record<string, T> =>
	Object.fromEntries(samples.flatMap(({ largest = {} }) => Object.entries(largest).map(([endpoint, answer]) => [endpoint, pick(answer)])))

/** Maximum response size, in kilobytes, of every endpoint that isn't listed below: responses of fixed size, and errors. */
export const USUAL_KILOBYTES = 8

/** Maximum response size of a route, in kilobytes of 1024 bytes, for an account filled to its limits. */
export const LARGEST_KILOBYTES: Record<string, number> = {
	// Pages, printed files, and lists with a maximum number of rows.
	...all(
		100,
		`
		GET /api/orders
		GET /api/orders/:orderId/receipt.pdf
		GET /api/orders/:orderId/invoices/:invoiceId/pdf
		GET /api/course/modules/:moduleId/lessons/:lessonId
		GET /api/sessions
		GET /dev/mail
		GET /sandbox/checkout/:id
		GET /sandbox/payments
		GET /certificates/:id
		GET /certificates/:id/certificate.pdf
		GET /certificates/:id/credential.json
		GET /certificates/status/:list
		GET /dev/outbox
		GET /dev/outbox.json
		GET /dev/outbox/:message/html
		GET /dev/mail/:template
		GET /dev/mail/:template/html
		POST /sandbox/checkout/:id
		POST /sandbox/payments
		POST /newsletter
		POST /unsubscribe/link
		POST /contact
		POST /careers
		POST /signup
		POST /login
		POST /reset-password
		POST /privacy-request
		POST /checkout
		GET /orders/:orderId
		POST /orders/:orderId
		`,
	),
	// Everything the account stores, as a stream.
	'POST /api/privacy/export': 6000,
	// The rows of one account, at most PGRST_DB_MAX_ROWS; here, its whole planner.
	'GET /rest/v1/:table': 1600,
	// A page of a thousand accounts, each with the maximum data.
	'GET /auth/v1/admin/users': 2500,
	'GET /auth/v1/admin/audit': 1000,
	// A page of 250 kB, plus the week that exceeds it.
	'GET /api/planner': 360,
	// Missing requirements: every section and knowledge check of the course.
	'GET /api/certificates': 20,
	'DELETE /api/certificates/still-known': 20,
	'POST /api/progress/merge': 500,
	'GET /api/progress': 500,
	'POST /api/planner/pdf': 1000,
	'GET /documents/:file': 200,
	'GET /downloads/:file': 200,
	'POST /api/planner/merge': 110,
	...ofPlugins(({ kilobytes }) => kilobytes),
}
