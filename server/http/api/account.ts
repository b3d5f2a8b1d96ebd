import { Hono } from 'hono'

import { ChangePreferencesSchema, SessionProofSchema } from '#contracts/account.ts'
import {
	ErasureRequestSchema,
	type ErasureResponse,
	ExportRequestSchema,
	MailboxExportSchema,
	MailboxLinkSchema,
	MailboxProofSchema,
	type PrivacyState,
} from '#contracts/privacy.ts'
import { GiveSmsConsentSchema } from '#contracts/sms.ts'
import { type HttpEnv, readJson } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { requireAbuseCheck } from '#server/http/require-captcha.ts'
import { readSecondFactor } from '#server/services/identity/factors/read-second-factor.ts'
import { readSmsState } from '#server/services/identity/phone-verification/read-sms-state.ts'
import { endSession } from '#server/services/identity/sessions/end-sessions.ts'
import { listSessions } from '#server/services/identity/sessions/find-sessions.ts'
import { proveSession } from '#server/services/identity/sessions/fresh-proof.ts'
import { storeSmsConsent } from '#server/services/messaging/sms/consents.ts'
import { changePreferences, readPreferences } from '#server/services/people/newsletter/subscriptions.ts'
import { cancelErasure, readPrivacyState, requestErasure } from '#server/services/people/privacy/erasures.ts'
import { exportData } from '#server/services/people/privacy/export-data.ts'
import { eraseMailbox, exportMailbox, readMailbox, requestMailboxLink } from '#server/services/people/privacy/mailbox-requests.ts'
import { requireLearner } from '#server/services/people/privacy/require-learner.ts'

import { withLearner } from './middleware.ts'
import { sendDataExport } from './send-copy.ts'

/** Creates `/api/mailbox`: data of an address without an account, once an emailed link proves that the caller owns it. */
export function createMailboxApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody())
		.post('/link', limitRate({ name: 'mailbox-link', points: 10, seconds: 600 }), async (c) => {
			const { email } = await readJson(c, MailboxLinkSchema)
			await requireAbuseCheck(c, email)
			await requestMailboxLink(c.var.ctx, { email })
			return c.json({ accepted: true }, 202)
		})
		.post('/open', limitRate({ name: 'mailbox-open', points: 60, seconds: 600 }), async (c) =>
			c.json(await readMailbox(c.var.ctx, await readJson(c, MailboxProofSchema))),
		)
		.post('/export', limitRate({ name: 'mailbox-export', points: 20, seconds: 600 }), async (c) => {
			const request = await readJson(c, MailboxExportSchema)
			return sendDataExport(c, () => exportMailbox(c.var.ctx, request))
		})
		.post('/erasure', limitRate({ name: 'mailbox-erasure', points: 20, seconds: 600 }), async (c) => {
			await eraseMailbox(c.var.ctx, await readJson(c, MailboxProofSchema))
			return c.json({ erased: true })
		})
}

export function createPrivacyApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody(), withLearner)
		.get('/', limitRate({ name: 'privacy-state', points: 300, seconds: 600 }), async (c) =>
			c.json((await readPrivacyState(c.var.ctx)) satisfies PrivacyState),
		)
		.post('/export', limitRate({ name: 'privacy-export', points: 20, seconds: 600 }), async (c) => {
			const request = await readJson(c, ExportRequestSchema)
			return sendDataExport(c, () => exportData(c.var.ctx, request))
		})
		.post('/erasure', limitRate({ name: 'privacy-erasure', points: 20, seconds: 600 }), async (c) => {
			const erasure = await requestErasure(c.var.ctx, await readJson(c, ErasureRequestSchema))
			return c.json({ erasure } satisfies ErasureResponse, 202)
		})
		.delete('/erasure', limitRate({ name: 'privacy-keep', points: 60, seconds: 600 }), async (c) => {
			await cancelErasure(c.var.ctx)
			return c.json({ erasure: null } satisfies ErasureResponse)
		})
}

/** Creates `/api/preferences`: the optional emails that a learner wants. */
export function createPreferencesApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/', limitRate({ name: 'preferences', points: 300, seconds: 600 }), withLearner, async (c) =>
			c.json(await readPreferences(c.var.ctx)),
		)
		.put('/', limitBody(), limitRate({ name: 'change-preferences', points: 30, seconds: 600 }), withLearner, async (c) =>
			c.json(await changePreferences(c.var.ctx, await readJson(c, ChangePreferencesSchema))),
		)
}

/** Creates `/api/sessions`. `proof` adds a fresh proof (step-up) to the caller's session. */
export function createSessionsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/', limitRate({ name: 'sessions', points: 300, seconds: 600 }), withLearner, async (c) => c.json(await listSessions(c.var.ctx)))
		.post('/proof', limitBody(), limitRate({ name: 'prove-session', points: 60, seconds: 600 }), withLearner, async (c) => {
			const { nonce } = await readJson(c, SessionProofSchema)
			await proveSession(c.var.ctx, requireLearner(c.var.ctx), nonce)
			return c.body(null, 204)
		})
		.delete('/:id', limitBody(), limitRate({ name: 'end-session', points: 120, seconds: 600 }), withLearner, async (c) => {
			await endSession(c.var.ctx, c.req.param('id'))
			return c.body(null, 204)
		})
}
export function createSecondFactorApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>().get('/', limitRate({ name: 'second-factor', points: 300, seconds: 600 }), withLearner, async (c) =>
		c.json(await readSecondFactor(c.var.ctx)),
	)
}

/** Creates `/api/sms`: consent, and data for the settings page that isn't in the learner's row of `user_sms_settings`. */
export function createSmsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/state', limitRate({ name: 'sms-state', points: 300, seconds: 600 }), withLearner, async (c) =>
			c.json(await readSmsState(c.var.ctx)),
		)
		.post('/consent', limitBody(), limitRate({ name: 'sms-consent', points: 20, seconds: 600 }), withLearner, async (c) => {
			await storeSmsConsent(c.var.ctx, await readJson(c, GiveSmsConsentSchema))
			return c.body(null, 204)
		})
}
