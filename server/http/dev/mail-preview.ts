import { Hono } from 'hono'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import type { RenderedMail } from '#server/services/context.ts'
import { listMailSamples } from '#server/services/operations/mail-samples/list-mail-samples.ts'

import { showDevPage } from './outbox.ts'

/** Restricts a preview as an email client would: no scripts, no forms, no external content; only in a frame of this site. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

const find = (c: HttpContext): RenderedMail | undefined =>
	listMailSamples(c.var.ctx).find(({ template }) => template === (c.req.param('template') ?? ''))

/** `/dev/mail`. Mounted only while email stays on this machine. */
export function createMailPreview(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/mail', (c) => showDevPage(c, { page: 'mails', samples: listMailSamples(c.var.ctx) }))
		.get('/mail/:template', (c) => {
			const sample = find(c)
			return sample ? showDevPage(c, { page: 'mail', sample }) : c.notFound()
		})
		.get('/mail/:template/html', (c) => {
			const sample = find(c)
			if (!sample) return c.notFound()
			c.header('X-Frame-Options', 'SAMEORIGIN')
			c.header('Content-Security-Policy', MAIL_POLICY)
			return c.html(sample.html)
		})
}
