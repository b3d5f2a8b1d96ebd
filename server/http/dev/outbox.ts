import { Hono } from 'hono'

import { type OutboxEntry, OutboxQuerySchema } from '#contracts/outbox.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { frameMail } from '#server/http/frame-mail.ts'
import { renderStandalonePage } from '#server/http/react/answer-by-react.ts'
import type { RenderedMail } from '#server/services/context.ts'
import { toFrameHtml } from '#server/services/messaging/outbox/inline-pictures.ts'
import { listOutbox, type OutboxMessage, readOutboxHtml } from '#server/services/messaging/outbox/list-outbox.ts'
import { listMailSamples } from '#server/services/operations/mail-samples/list-mail-samples.ts'

/** Sandbox page, rendered by app/admin/routes/dev. */
export type DevPage =
	| { page: 'outbox'; messages: readonly OutboxMessage[]; to: string | null; hasMail: boolean }
	| { page: 'mails'; samples: readonly Pick<RenderedMail, 'template' | 'subject'>[] }
	| { page: 'mail'; sample: Omit<RenderedMail, 'html'> }

export const showDevPage = (c: HttpContext, page: DevPage): Promise<Response> =>
	renderStandalonePage(c, page, { route: '/dev', isScriptless: true })

const addressOf = (c: HttpContext) => OutboxQuerySchema.parse(c.req.query()).to || null

/** Creates `/dev/outbox`, `/dev/outbox.json?to=` and the HTML of a message, which are mounted only while the sandbox is on. */
export function createOutboxPages(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/outbox.json', async (c) => c.json((await listOutbox(c.var.ctx, addressOf(c))).map(({ entry }) => entry satisfies OutboxEntry)))
		.get('/outbox', async (c) => {
			const to = addressOf(c)
			const messages = await listOutbox(c.var.ctx, to)
			return showDevPage(c, { page: 'outbox', messages, to, hasMail: c.var.ctx.config.email.mode === 'outbox' })
		})
		.get('/outbox/:message/html', async (c) => {
			const html = await readOutboxHtml(c.var.ctx, c.req.param('message'))
			return html === null ? c.notFound() : frameMail(c, toFrameHtml(c.var.ctx.content, html))
		})
}

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
