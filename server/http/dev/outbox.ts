import { Hono } from 'hono'

import { OutboxQuery } from '#contracts/outbox.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { listOutbox } from '#server/services/messaging/outbox/list-outbox.ts'

import { showDevPage } from './dev-page.ts'

const addressOf = (c: HttpContext) => OutboxQuery.parse(c.req.query()).to || null

/** Creates `/dev/outbox` and `/dev/outbox.json?to=`: messages of the sandbox. Mounted only while the sandbox is on. */
export function createOutboxPages(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/outbox.json', async (c) => c.json(await listOutbox(c.var.ctx, addressOf(c))))
		.get('/outbox', async (c) => {
			const to = addressOf(c)
			const entries = await listOutbox(c.var.ctx, to)
			return showDevPage(c, { page: 'outbox', entries, to, hasMail: c.var.ctx.config.email.mode === 'outbox' })
		})
}
