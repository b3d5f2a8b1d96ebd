import { Hono } from 'hono'
import { html } from 'hono/html'

import { OutboxQuery, type OutboxEntry } from '#contracts/outbox.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { listOutbox } from '#server/services/messaging/outbox/list-outbox.ts'

import { showDevPage } from './page.ts'

const addressOf = (c: HttpContext) => OutboxQuery.parse(c.req.query()).to || null

const messageItem = (entry: OutboxEntry) =>
	html` <li>
		<article>
			<h2>${entry.subject || 'Text message'}</h2>
			<dl>
				<div>
					<dt>To</dt>
					<dd>${entry.to}</dd>
				</div>
				<div>
					<dt>Channel</dt>
					<dd>${entry.channel}</dd>
				</div>
				<div>
					<dt>Status</dt>
					<dd>${entry.status}</dd>
				</div>
				<div>
					<dt>Time</dt>
					<dd><time datetime="${entry.created_at}">${entry.created_at}</time></dd>
				</div>
			</dl>
			<pre>${entry.body}</pre>
		</article>
	</li>`

const outboxContent = (entries: readonly OutboxEntry[], to: string | null, hasMail: boolean) =>
	html`<h1>Outbox</h1>
		<form method="get">
			<label for="to">Only messages to</label>
			<input id="to" name="to" type="text" value="${to ?? ''}" autocomplete="off" />
			<button type="submit">Show</button>
		</form>
		${hasMail ? html`<p><a href="/dev/mail">Every mail with sample data</a></p>` : ''}
		<p role="status">${entries.length === 0 ? 'No messages yet.' : `${entries.length} newest first.`}</p>
		<ul>
			${entries.map(messageItem)}
		</ul>`

/** `/dev/outbox` and `/dev/outbox.json?to=`: what the sandbox would have sent. Mounted only while the sandbox is on. */
export function createOutboxPages(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/outbox.json', async (c) => c.json(await listOutbox(c.var.ctx, addressOf(c))))
		.get('/outbox', async (c) => {
			const to = addressOf(c)
			const entries = await listOutbox(c.var.ctx, to)
			return showDevPage(c, { title: 'Outbox', content: outboxContent(entries, to, c.var.ctx.config.email.mode === 'outbox') })
		})
}
