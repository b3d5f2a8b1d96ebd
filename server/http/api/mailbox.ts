import { Hono } from 'hono'

import { MailboxExportSchema, MailboxLinkSchema, MailboxProofSchema } from '#contracts/privacy.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { requireAbuseCheck } from '#server/http/require-captcha.ts'
import { eraseMailbox, exportMailbox, readMailbox, requestMailboxLink } from '#server/services/people/privacy/mailbox-requests.ts'

import { apiErrors } from './errors.ts'
import { sendCopy } from './send-copy.ts'

/** Creates `/api/mailbox`: data of an address without an account, once an emailed link proves that the caller owns it. */
export function createMailboxApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
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
			const wish = await readJson(c, MailboxExportSchema)
			return sendCopy(c, () => exportMailbox(c.var.ctx, wish))
		})
		.post('/erasure', limitRate({ name: 'mailbox-erasure', points: 20, seconds: 600 }), async (c) => {
			await eraseMailbox(c.var.ctx, await readJson(c, MailboxProofSchema))
			return c.json({ erased: true })
		})
}
