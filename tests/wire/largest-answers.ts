const all = (kilobytes: number, lines: string): Record<string, number> =>
	Object.fromEntries(
		lines
			.trim()
			.split('\n')
			.map((line) => [line.trim(), kilobytes]),
	)

/**
 * Most kilobytes (1024 bytes) that each endpoint of docs/wire.md answers with, for an account that stores all it may. A new
 * endpoint fails the test until it is listed here.
 */
export const LARGEST_KILOBYTES: Record<string, number> = {
	// Answers of a fixed shape, and refusals.
	...all(
		8,
		`
		POST /auth/v1/signup
		POST /auth/v1/token
		POST /auth/v1/otp
		POST /auth/v1/magiclink
		POST /auth/v1/verify
		GET /auth/v1/verify
		POST /auth/v1/recover
		POST /auth/v1/resend
		GET /auth/v1/user
		PUT /auth/v1/user
		GET /auth/v1/reauthenticate
		POST /auth/v1/factors
		POST /auth/v1/factors/:id/challenge
		POST /auth/v1/factors/:id/verify
		DELETE /auth/v1/factors/:id
		GET /auth/v1/factors/recovery-codes
		POST /auth/v1/factors/recovery-codes
		DELETE /auth/v1/factors/recovery-codes
		POST /auth/v1/factors/recovery-codes/verify
		POST /auth/v1/factors/recovery-codes/regenerate
		GET /auth/v1/passkeys
		POST /auth/v1/passkeys/registration/options
		POST /auth/v1/passkeys/registration/verify
		POST /auth/v1/passkeys/authentication/options
		POST /auth/v1/passkeys/authentication/verify
		PATCH /auth/v1/passkeys/:id
		DELETE /auth/v1/passkeys/:id
		GET /auth/v1/authorize
		GET /auth/v1/callback
		POST /auth/v1/callback
		POST /auth/v1/sso
		GET /auth/v1/sso/saml/metadata
		POST /auth/v1/sso/saml/acs
		GET /auth/v1/user/identities/authorize
		DELETE /auth/v1/user/identities/:id
		POST /auth/v1/logout
		POST /auth/v1/invite
		POST /auth/v1/admin/generate_link
		POST /auth/v1/admin/users
		GET /auth/v1/admin/users/:id
		PUT /auth/v1/admin/users/:id
		DELETE /auth/v1/admin/users/:id
		GET /auth/v1/admin/users/:id/factors
		DELETE /auth/v1/admin/users/:id/factors/:factor
		GET /auth/v1/admin/users/:id/passkeys
		DELETE /auth/v1/admin/users/:id/passkeys/:passkey
		GET /auth/v1/admin/oauth/clients
		POST /auth/v1/admin/oauth/clients
		GET /auth/v1/admin/oauth/clients/:id
		PUT /auth/v1/admin/oauth/clients/:id
		DELETE /auth/v1/admin/oauth/clients/:id
		POST /auth/v1/admin/oauth/clients/:id/regenerate_secret
		GET /auth/v1/admin/custom-providers
		POST /auth/v1/admin/custom-providers
		GET /auth/v1/admin/custom-providers/:identifier
		PUT /auth/v1/admin/custom-providers/:identifier
		DELETE /auth/v1/admin/custom-providers/:identifier
		GET /auth/v1/admin/sso/providers
		POST /auth/v1/admin/sso/providers
		GET /auth/v1/admin/sso/providers/:id
		PUT /auth/v1/admin/sso/providers/:id
		DELETE /auth/v1/admin/sso/providers/:id
		GET /auth/v1/oauth/authorize
		GET /auth/v1/oauth/authorizations/:id
		POST /auth/v1/oauth/authorizations/:id/consent
		POST /auth/v1/oauth/token
		GET /auth/v1/oauth/userinfo
		POST /auth/v1/oauth/clients/register
		GET /auth/v1/user/oauth/grants
		DELETE /auth/v1/user/oauth/grants
		GET /auth/v1/.well-known/openid-configuration
		GET /auth/v1/.well-known/oauth-authorization-server
		GET /auth/v1/settings
		GET /auth/v1/health
		GET /auth/v1/.well-known/jwks.json
		POST /functions/v1/create-payment
		POST /functions/v1/send-verification-code
		POST /functions/v1/verify-code
		POST /functions/v1/send-course-progress-sms
		POST /functions/v1/send-payment-confirmation-sms
		POST /webhooks/twilio/status
		POST /webhooks/twilio/inbound
		POST /rest/v1/:table
		PATCH /rest/v1/:table
		DELETE /rest/v1/:table
		GET /rest/v1/rpc/:name
		POST /rest/v1/rpc/:name
		POST /webhooks/stripe
		GET /api/orders/by-session/:sessionId
		GET /api/orders/:orderId
		GET /api/orders/:orderId/refund
		POST /api/orders/:orderId/refund
		POST /api/discounts/check
		POST /api/course/lessons/:moduleId/:lessonId/quiz
		POST /api/leads/early-access
		POST /api/leads/action-plan
		POST /api/leads/feedback
		GET /api/downloads
		POST /api/downloads
		POST /api/leads/newsletter
		POST /api/leads/newsletter/unsubscribe-link
		POST /newsletter
		POST /newsletter/confirm
		POST /unsubscribe
		POST /unsubscribe/link
		POST /api/support/contact
		POST /contact
		POST /api/support/applications
		POST /careers
		POST /early-access
		POST /feedback
		POST /signup
		POST /login
		POST /reset-password
		POST /privacy-request
		POST /checkout
		GET /cookies
		GET /api/certificates
		POST /api/certificates
		POST /api/certificates/check
		GET /api/certificates/:id
		GET /.well-known/oauth-authorization-server/auth/v1
		GET /.well-known/did.json
		GET /api/sms/state
		POST /api/sms/consent
		DELETE /api/sessions/:id
		POST /api/sessions/proof
		GET /api/second-factor
		GET /api/privacy
		POST /api/privacy/erasure
		DELETE /api/privacy/erasure
		POST /api/mailbox/link
		POST /api/mailbox/open
		POST /api/mailbox/export
		POST /api/mailbox/erasure
		GET /api/preferences
		PUT /api/preferences
		GET /api/health
		`,
	),
	// Pages, printed files, and lists with a largest number of rows.
	...all(
		100,
		`
		GET /api/orders
		GET /api/orders/:orderId/receipt.pdf
		GET /api/course/modules/:moduleId/lessons/:lessonId
		GET /api/sessions
		GET /dev/mail
		GET /sandbox/checkout/:id
		GET /sandbox/payments
		GET /sandbox/besley.woff2
		GET /certificates/:id
		GET /certificates/:id/certificate.pdf
		GET /certificates/:id/credential.json
		GET /certificates/status/:list
		GET /dev/outbox
		GET /dev/outbox.json
		GET /dev/mail/:template
		GET /dev/mail/:template/html
		GET /api/course/modules/:moduleId/sections/:sectionId
		POST /sandbox/checkout/:id
		POST /sandbox/payments
		`,
	),
	// Everything the account stores, as a stream.
	'POST /api/privacy/export': 6000,
	// The rows of one account, at most PGRST_DB_MAX_ROWS; here its whole planner.
	'GET /rest/v1/:table': 1600,
	// A thousand accounts on a page, with the data that each may hold.
	'GET /auth/v1/admin/users': 2500,
	'GET /auth/v1/admin/audit': 1000,
	// A page: 250 kB and the week that ends it.
	'GET /api/planner': 360,
	'POST /api/progress/merge': 500,
	'GET /api/progress': 500,
	'POST /api/planner/pdf': 1000,
	'GET /documents/:file': 200,
	'GET /downloads/:file': 200,
	'POST /api/planner/merge': 110,
}
