import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { createHash } from 'node:crypto'

import { OutboxQuery, type OutboxEntry } from '#contracts/outbox.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { listOutbox } from '#server/services/notifications/list-outbox.ts'

import { OUTBOX_STYLE } from './outbox-style.ts'

const STYLE_HASH = createHash('sha256').update(OUTBOX_STYLE).digest('base64')
// One piece, outside the template: the hash covers every byte between the tags, so no formatter may indent it.
const STYLE_TAG = raw(`<style>${OUTBOX_STYLE}</style>`)
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

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

const outboxPage = (entries: readonly OutboxEntry[], to: string | null) =>
	html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>Outbox (sandbox)</title>
				${STYLE_TAG}
			</head>
			<body>
				<header><p class="bar">SANDBOX: nothing on this page has left this machine</p></header>
				<main>
					<h1>Outbox</h1>
					<form method="get">
						<label for="to">Only messages to</label>
						<input id="to" name="to" type="text" value="${to ?? ''}" autocomplete="off" />
						<button type="submit">Show</button>
					</form>
					<p role="status">${entries.length === 0 ? 'No messages yet.' : `${entries.length} newest first.`}</p>
					<ul>
						${entries.map(messageItem)}
					</ul>
				</main>
			</body>
		</html>`

/** `/dev/outbox` and `/dev/outbox.json?to=`: what the sandbox would have sent. Mounted only while the sandbox is on. */
export function createOutboxPages(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/outbox.json', async (c) => {
			c.header('Cache-Control', 'no-store')
			return c.json(await listOutbox(c.var.ctx, addressOf(c)))
		})
		.get('/outbox', async (c) => {
			c.header('Cache-Control', 'no-store')
			c.header('Content-Security-Policy', PAGE_POLICY)
			const to = addressOf(c)
			return c.html(outboxPage(await listOutbox(c.var.ctx, to), to))
		})
}
