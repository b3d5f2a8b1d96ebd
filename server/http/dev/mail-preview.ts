import { Hono } from 'hono'
import { html } from 'hono/html'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import type { MailSample } from '#server/services/context.ts'
import { listMailSamples } from '#server/services/operations/mail-samples/list-mail-samples.ts'

import { showDevPage } from './page.ts'

/** A mail as a mail program treats it: no script, no form, nothing from elsewhere; shown only in a frame of ours. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

const find = (c: HttpContext): MailSample | undefined =>
	listMailSamples(c.var.ctx).find(({ template }) => template === (c.req.param('template') ?? ''))

const listContent = (samples: readonly MailSample[]) =>
	html`<h1>Mails</h1>
		<p>Every email the product sends, with made-up data. <a href="/dev/outbox">What was sent</a></p>
		<ul>
			${samples.map(({ template, subject }) => html`<li><a href="/dev/mail/${template}">${template}</a><br />${subject}</li>`)}
		</ul>`

const sampleContent = ({ template, subject, text, headers = {} }: MailSample) =>
	html`<p><a href="/dev/mail">All mails</a></p>
		<h1>${template}</h1>
		<dl>
			${[['Subject', subject], ...Object.entries(headers)].map(
				([name, value]) =>
					html`<div>
						<dt>${name}</dt>
						<dd>${value}</dd>
					</div>`,
			)}
		</dl>
		<h2>HTML</h2>
		<iframe sandbox title="${template} as HTML" src="/dev/mail/${template}/html"></iframe>
		<h2>Text</h2>
		<pre>${text}</pre>`

/** `/dev/mail`: a preview of every mail as HTML and text. Mounted only while mail stays on this machine. */
export function createMailPreview(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/mail', (c) => showDevPage(c, { title: 'Mails', content: listContent(listMailSamples(c.var.ctx)) }))
		.get('/mail/:template', (c) => {
			const sample = find(c)
			return sample ? showDevPage(c, { title: sample.template, content: sampleContent(sample) }) : c.notFound()
		})
		.get('/mail/:template/html', (c) => {
			const sample = find(c)
			if (!sample) return c.notFound()
			c.header('X-Frame-Options', 'SAMEORIGIN')
			c.header('Content-Security-Policy', MAIL_POLICY)
			return c.html(sample.html)
		})
}
