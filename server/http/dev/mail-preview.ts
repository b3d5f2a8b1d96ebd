import { Hono } from 'hono'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { frameMail } from '#server/http/frame-mail.ts'
import type { RenderedMail } from '#server/services/context.ts'
import { toFrameHtml } from '#server/services/messaging/outbox/inline-pictures.ts'
import { listMailSamples } from '#server/services/operations/mail-samples/list-mail-samples.ts'

import { showDevPage } from './outbox.ts'

const find = (c: HttpContext): RenderedMail | undefined =>
	listMailSamples(c.var.ctx).find(({ template }) => template === (c.req.param('template') ?? ''))

/** Creates `/dev/mail`, which is mounted only while email stays on this machine. */
export function createMailPreview(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/mail', (c) => showDevPage(c, { page: 'mails', samples: listMailSamples(c.var.ctx) }))
		.get('/mail/:template', (c) => {
			const sample = find(c)
			return sample ? showDevPage(c, { page: 'mail', sample }) : c.notFound()
		})
		.get('/mail/:template/html', (c) => {
			const sample = find(c)
			return sample ? frameMail(c, toFrameHtml(c.var.ctx.content, sample.html)) : c.notFound()
		})
}
