/** What kind of thing an id in an address names. */
export type IdKind = 'question' | 'user' | 'order' | 'checkout' | 'session' | 'factor' | 'passkey' | 'identity' | 'certificate' | 'public'
export type Route = {
	/** Parameter of the address → which id of the other learner is put there. */
	ids?: Record<string, IdKind>
	query?: string
	/** Why the answer may hold another person's data: the address itself is the key, or the page is for the operator's machine. */
	open?: string
}

const plain = (lines: string): Record<string, Route> =>
	Object.fromEntries(
		lines
			.trim()
			.split('\n')
			.map((line) => [line.trim(), {}]),
	)

/** Every endpoint of docs/wire.md: a new one fails the test until its ids are listed here. */
export const ROUTES: Record<string, Route> = {
	...plain(`
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
		GET /auth/v1/authorize
		GET /auth/v1/callback
		POST /auth/v1/callback
		GET /auth/v1/user/identities/authorize
		POST /auth/v1/logout
		POST /auth/v1/invite
		POST /auth/v1/admin/generate_link
		GET /auth/v1/admin/audit
		GET /auth/v1/admin/users
		POST /auth/v1/admin/users
		GET /auth/v1/admin/custom-providers
		POST /auth/v1/admin/custom-providers
		GET /auth/v1/oauth/authorize
		POST /auth/v1/oauth/token
		GET /auth/v1/oauth/userinfo
		POST /auth/v1/oauth/clients/register
		GET /auth/v1/user/oauth/grants
		DELETE /auth/v1/user/oauth/grants
		GET /auth/v1/.well-known/openid-configuration
		GET /auth/v1/.well-known/oauth-authorization-server
		GET /auth/v1/admin/oauth/clients
		POST /auth/v1/admin/oauth/clients
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
		POST /webhooks/stripe
		GET /api/orders
		POST /api/discounts/check
		GET /api/progress
		POST /api/progress/merge
		POST /api/leads/early-access
		POST /api/leads/action-plan
		POST /api/leads/feedback
		GET /api/planner
		POST /api/planner/merge
		POST /api/planner/pdf
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
		GET /.well-known/did.json
		GET /.well-known/oauth-authorization-server/auth/v1
		GET /api/sms/state
		POST /api/sms/consent
		GET /api/sessions
		POST /api/sessions/proof
		GET /api/second-factor
		GET /api/privacy
		POST /api/privacy/export
		POST /api/privacy/erasure
		DELETE /api/privacy/erasure
		POST /api/mailbox/link
		POST /api/mailbox/open
		POST /api/mailbox/export
		POST /api/mailbox/erasure
		GET /api/preferences
		PUT /api/preferences
		POST /auth/v1/sso
		GET /auth/v1/sso/saml/metadata
		POST /auth/v1/sso/saml/acs
		GET /auth/v1/admin/sso/providers
		POST /auth/v1/admin/sso/providers
		GET /api/health
	`),
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
	'DELETE /auth/v1/admin/users/:id/factors/:factor': { ids: { id: 'user', factor: 'factor' } },
	'GET /auth/v1/admin/users/:id/passkeys': { ids: { id: 'user' } },
	'DELETE /auth/v1/admin/users/:id/passkeys/:passkey': { ids: { id: 'user', passkey: 'passkey' } },
	'GET /auth/v1/admin/oauth/clients/:id': { ids: { id: 'user' } },
	'PUT /auth/v1/admin/oauth/clients/:id': { ids: { id: 'user' } },
	'DELETE /auth/v1/admin/oauth/clients/:id': { ids: { id: 'user' } },
	'POST /auth/v1/admin/oauth/clients/:id/regenerate_secret': { ids: { id: 'user' } },
	'GET /auth/v1/admin/custom-providers/:identifier': { ids: { identifier: 'public' } },
	'PUT /auth/v1/admin/custom-providers/:identifier': { ids: { identifier: 'public' } },
	'DELETE /auth/v1/admin/custom-providers/:identifier': { ids: { identifier: 'public' } },
	'GET /auth/v1/admin/sso/providers/:id': { ids: { id: 'public' } },
	'PUT /auth/v1/admin/sso/providers/:id': { ids: { id: 'public' } },
	'DELETE /auth/v1/admin/sso/providers/:id': { ids: { id: 'public' } },
	'GET /auth/v1/oauth/authorizations/:id': { ids: { id: 'question' } },
	'POST /auth/v1/oauth/authorizations/:id/consent': { ids: { id: 'question' } },
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
	'GET /api/orders/:orderId/receipt.pdf': { ids: { orderId: 'order' } },
	'GET /api/course/modules/:moduleId/lessons/:lessonId': { ids: { moduleId: 'public', lessonId: 'public' } },
	'GET /api/course/modules/:moduleId/sections/:sectionId': { ids: { moduleId: 'public', sectionId: 'public' } },
	'POST /api/course/lessons/:moduleId/:lessonId/quiz': { ids: { moduleId: 'public', lessonId: 'public' } },
	'GET /documents/:file': { ids: { file: 'public' } },
	'GET /downloads/:file': { ids: { file: 'public' } },
	'GET /api/certificates/:id': { ids: { id: 'certificate' }, open: 'a certificate is shown to whoever has its address' },
	'GET /certificates/:id': { ids: { id: 'certificate' }, open: 'a certificate is shown to whoever has its address' },
	'GET /certificates/:id/credential.json': { ids: { id: 'certificate' }, open: 'a certificate is shown to whoever has its address' },
	'GET /certificates/:id/certificate.pdf': { ids: { id: 'certificate' }, open: 'a certificate is shown to whoever has its address' },
	'GET /certificates/status/:list': { ids: { list: 'public' } },
	'DELETE /api/sessions/:id': { ids: { id: 'session' } },
	'GET /dev/outbox': { open: 'messages that stay on this machine' },
	'GET /dev/outbox.json': { open: 'messages that stay on this machine' },
	'GET /sandbox/besley.woff2': { open: 'a font' },
	'GET /sandbox/payments': { open: 'the operator of a sandbox looks at its payments' },
	'POST /sandbox/payments': { open: 'the operator of a sandbox looks at its payments' },
	'GET /dev/mail': {},
	'GET /dev/mail/:template': { ids: { template: 'public' } },
	'GET /dev/mail/:template/html': { ids: { template: 'public' } },
	'GET /sandbox/checkout/:id': { ids: { id: 'checkout' }, open: 'the id of a checkout is known to its buyer alone' },
	'POST /sandbox/checkout/:id': { ids: { id: 'checkout' }, open: 'the id of a checkout is known to its buyer alone' },
}
