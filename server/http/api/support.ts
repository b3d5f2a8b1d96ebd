import { Hono } from 'hono'

import { type ContactAccepted, ContactRequestSchema } from '#contracts/support.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import type { FormLimits } from '#server/http/form-limits.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { requireAbuseCheck } from '#server/http/require-captcha.ts'
import { openTicket } from '#server/services/people/support/open-ticket.ts'

import { apiErrors } from './errors.ts'
import { withActor } from './with-actor.ts'

/** Creates `/api/support`: messages that anyone may send, a few times an hour. */
export function createSupportApi(limits: FormLimits): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.use(withActor)
		.post('/contact', limitBody(64 * 1024), limitRate(limits.contact), async (c) => {
			const letter = await readJson(c, ContactRequestSchema)
			await requireAbuseCheck(c, letter.email)
			const dueAt = await openTicket(c.var.ctx, letter)
			return c.json({ accepted: true, dueAt: dueAt.toISOString() } satisfies ContactAccepted, 201)
		})
}
