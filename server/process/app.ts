import { Hono } from 'hono'

import { furtherOfferPath, paths } from '#contracts/paths.ts'
import { hasOutbox } from '#server/config/config.ts'
import {
	createMailboxApi,
	createPreferencesApi,
	createPrivacyApi,
	createSecondFactorApi,
	createSessionsApi,
	createSmsApi,
} from '#server/http/api/account.ts'
import { createDiscountsApi, createDownloadsApi, createInvoicesApi, createOrdersApi, createRefundsApi } from '#server/http/api/commerce.ts'
import { createCertificatesApi, createCourseApi, createPlannerApi, createProgressApi } from '#server/http/api/learning.ts'
import { apiErrors, apiNotFound } from '#server/http/api/middleware.ts'
import { createApplicationsApi, createLeadsApi, createSupportApi, createVisitsApi } from '#server/http/api/people.ts'
import { createProbes } from '#server/http/api/probes.ts'
import { adminRoutes } from '#server/http/auth-v1/admin/routes.ts'
import { createAuthV1 } from '#server/http/auth-v1/router.ts'
import { createCertificatePages } from '#server/http/certificates/pages.ts'
import { compressJson } from '#server/http/compress-json.ts'
import { createMailPreview, createOutboxPages } from '#server/http/dev/outbox.ts'
import { createDocuments } from '#server/http/documents/documents.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { fairShare } from '#server/http/fair-share.ts'
import { createPageForms } from '#server/http/forms/router.ts'
import { createFunctionsV1 } from '#server/http/functions-v1/router.ts'
import { createFormLimits } from '#server/http/limits.ts'
import { createMedia } from '#server/http/media/media.ts'
import { createVideoFrame } from '#server/http/media/video-frame.ts'
import { createNewsletterForms } from '#server/http/newsletter/forms.ts'
import { oneOrigin } from '#server/http/one-origin.ts'
import { pathOfPage } from '#server/http/path-of-page.ts'
import { requestContext } from '#server/http/request-context.ts'
import { createRequestPages } from '#server/http/requests/request-page.ts'
import { createRestV1 } from '#server/http/rest-v1/router.ts'
import { sandboxAccess } from '#server/http/sandbox-access.ts'
import { createSandboxCheckout } from '#server/http/sandbox/checkout.ts'
import { createSandboxPanel } from '#server/http/sandbox/panel.ts'
import { cors, noStoreByDefault, securityHeaders } from '#server/http/security-headers.ts'
import { createStatusPage } from '#server/http/status/status-page.ts'
import { corsForViews, limitViews } from '#server/http/views/limit-views.ts'
import { createPaymentWebhookRoutes, createTwilioWebhooks } from '#server/http/webhooks/webhooks.ts'
import type { Deps } from '#server/services/context.ts'

import { plugins } from './plugins.ts'

/** Serves files of the built site; null if there is none at this path. */
export type StaticFiles = (request: Request) => Response | Promise<Response> | null

/**
 * Creates the whole application as one `fetch`. Tests call `createApp(deps).request(...)`; process/start-server.ts serves it on a
 * socket.
 * @param staticFiles the built site; left out in tests of the APIs
 * @param checkReady rejects while the server can't serve visitors
 */
export function createApp(deps: Deps, staticFiles: StaticFiles = () => null, checkReady = async () => {}): Hono<HttpEnv> {
	const app = new Hono<HttpEnv>({ getPath: pathOfPage })
	const formLimits = createFormLimits()
	app.use(requestContext(deps), oneOrigin(deps.config), securityHeaders(deps.config), noStoreByDefault, fairShare())
	// Default error format. The Supabase APIs, pages and webhooks replace it with their own.
	app.onError(apiErrors)
	app.use(limitViews)
	app.use('/api/*', corsForViews)
	for (const prefix of ['/api/*', '/rest/v1/*']) app.use(prefix, compressJson)

	app.route('/auth/v1', createAuthV1(deps, { plugins, more: adminRoutes() }))
	for (const plugin of plugins) plugin.mount?.(app)
	app.route('/functions/v1', createFunctionsV1(formLimits))
	app.route('/webhooks/twilio', createTwilioWebhooks())
	app.route('/rest/v1', createRestV1())
	// supabase-js calls these paths, too; pages of other origins must be able to read the 404.
	for (const prefix of ['/storage/v1/*', '/realtime/v1/*']) app.all(prefix, cors(), apiNotFound)
	app.route('/webhooks', createPaymentWebhookRoutes(deps))
	app.route('/api/orders', createOrdersApi())
	app.route('/api/orders', createRefundsApi())
	app.route('/api/orders', createInvoicesApi())
	app.route('/api/discounts', createDiscountsApi())
	app.route('/api/progress', createProgressApi())
	app.route('/api/planner', createPlannerApi())
	app.route('/api/course', createCourseApi())
	app.route('/api/downloads', createDownloadsApi())
	app.route('/', createDocuments())
	app.route('/', createMedia())
	app.route('/', createVideoFrame())
	app.route('/api/leads', createLeadsApi(formLimits))
	app.route('/', createNewsletterForms())
	app.route('/', createPageForms(formLimits))
	app.get(paths.cookies, (c) => c.redirect(paths.cookiePolicy, 301))
	// An additional offer that has become the main one redirects from its previous URL.
	app.get(furtherOfferPath(':code'), (c, next) =>
		c.req.param('code') === c.get('ctx').content.lifetimeOffer.code
			? Promise.resolve(c.redirect(paths.offer + new URL(c.req.url).search, 302))
			: next(),
	)
	app.route('/api/support', createSupportApi(formLimits))
	app.route('/api/support', createApplicationsApi(formLimits))
	app.route('/', createRequestPages())
	app.route('/', createStatusPage())
	app.route('/api/certificates', createCertificatesApi())
	app.route('/', createCertificatePages())
	app.route('/api/sms', createSmsApi())
	app.route('/api/sessions', createSessionsApi())
	app.route('/api/second-factor', createSecondFactorApi())
	app.route('/api/preferences', createPreferencesApi())
	app.route('/api/privacy', createPrivacyApi())
	app.route('/api/mailbox', createMailboxApi())
	app.route('/api/visits', createVisitsApi())
	app.route('/', createProbes(checkReady))
	// API clients get a JSON error instead of the site's 404 page.
	app.all('/api/*', apiNotFound)
	for (const prefix of ['/dev/*', '/sandbox/*']) app.use(prefix, sandboxAccess)
	if (hasOutbox(deps.config)) app.route('/dev', createOutboxPages())
	if (deps.config.email.mode === 'outbox') app.route('/dev', createMailPreview())
	if (deps.config.payments.kind === 'sandbox')
		app.route('/sandbox/payments', createSandboxPanel(deps)).route('/sandbox', createSandboxCheckout(deps))

	app.notFound((c) => staticFiles(c.req.raw) ?? apiNotFound(c))
	return app
}
