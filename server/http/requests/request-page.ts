import { Hono } from 'hono'
import { randomUUID } from 'node:crypto'

import { ticketPath } from '#contracts/paths.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { presentError, renderStandalonePage } from '#server/http/react/answer-by-react.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { type OwnTicket, readOwnTicket, REPLY_LENGTH, replyToTicket } from '#server/services/people/support/reply-to-ticket.ts'

/** Page that shows a ticket to its author, rendered by app/admin/routes/requests without scripts. */
export type RequestPage =
	| {
			page: 'thread'
			ticket: OwnTicket
			action: string
			/** ID of the reply, so that one sent twice is stored once. */
			replyId: string
			longest: number
			isSent: boolean
			typed: string
			error: string | null
	  }
	| { page: 'problem'; title: string; text: string }

const PAGE = ticketPath(':token')

function show(c: HttpContext, page: RequestPage, status = 200): Promise<Response> {
	c.header('X-Robots-Tag', 'noindex')
	return renderStandalonePage(c, page, { route: '/requests', status, isScriptless: true })
}

type Typed = { typed?: string; error?: string | null; status?: number }

async function showThread(c: HttpContext, { typed = '', error = null, status = 200 }: Typed = {}): Promise<Response> {
	const token = c.req.param('token') ?? ''
	const ticket = await readOwnTicket(c.var.ctx, token)
	const isSent = error === null && c.req.query('sent') !== undefined
	return show(
		c,
		{ page: 'thread', ticket, action: ticketPath(token), replyId: randomUUID(), longest: REPLY_LENGTH, isSent, typed, error },
		status,
	)
}

async function receive(c: HttpContext): Promise<Response> {
	const token = c.req.param('token') ?? ''
	const fields = await c.req.parseBody()
	const { text = '', reply = '' } = Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string')) as Record<
		string,
		string
	>
	try {
		await replyToTicket(c.var.ctx, { token, text, replyId: reply })
	} catch (error) {
		if (!(error instanceof ServiceError) || error.kind === 'not-found') throw error
		const { message, status } = presentError(c, error)
		return showThread(c, { typed: text, error: message, status })
	}
	return c.redirect(`${ticketPath(token)}?sent#end`, 303)
}

/** Creates the page with a ticket's thread, and a form to add to it. The token in the link is the only credential. */
export function createRequestPages(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError((thrown, c) => {
			const { message, status } = presentError(c, thrown)
			const title = status === 404 ? 'We can’t find this conversation' : 'Something went wrong'
			return show(c, { page: 'problem', title, text: message }, status)
		})
		.get(PAGE, limitRate({ name: 'ticket-page', points: 300, seconds: 3600 }), (c) => showThread(c))
		.post(PAGE, limitBody(64 * 1024), limitRate({ name: 'ticket-reply', points: 20, seconds: 3600 }), receive)
}
