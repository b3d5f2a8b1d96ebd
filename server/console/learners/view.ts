import { readFileSync } from 'node:fs'

import { consolePaths } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction, requireReason } from '#server/console/shell/console-request.ts'
import { presentSession } from '#server/http/auth-v1/token.ts'
import { presentPage } from '#server/http/present-page.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { isBanned } from '#server/services/identity/accounts/user-record.ts'
import { endViews, findView, openView, signViewToken } from '#server/services/identity/sessions/learner-view.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { requireLearnerOf } from './learner-actions.ts'

/** Opens a read-only view of the learner's own pages, with an entry in their security log. */
export async function openLearnerView(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx, by } = request
	const account = await requireLearnerOf(request)
	const { id } = account
	const reason = requireReason(fields)
	if (isBanned(account, ctx.now()))
		throw new ServiceError('conflict', 'user_banned', 'This account is banned, so it has no pages to show. Lift the ban first.')
	// The log belongs to the learner and is part of their data copy, so it must not contain the operator's IP address.
	const unseen = { ...ctx, clientAddress: '', userAgent: '' }
	const detail = { by: "the academy's operator" }
	await openView(ctx, { sessionId: by.sessionId, userId: id }, by.endsAt)
	await recordAudit(unseen, ctx.db, { action: 'seen_by_operator', outcome: 'success', userId: id, detail })
	await recordAction(request, ctx.db, { action: 'seen_as_learner', object: { kind: 'account', id }, reason })
	return c.redirect(`${consolePaths.learners}/${id}/view`, 303)
}

export async function endView(request: ConsoleActionRequest) {
	const { id } = await requireLearnerOf(request)
	await endViews(request.ctx, { sessionId: request.by.sessionId, userId: id })
	return request.c.redirect(`${consolePaths.learners}/${id}?notice=view-ended`, 303)
}

function readPath({ url: { searchParams }, ctx }: ConsoleRequest): string {
	const { siteUrl } = ctx.config
	const url = URL.parse(searchParams.get('at') ?? paths.dashboard, siteUrl)
	// A path starting with two slashes would refer to another host.
	return url?.origin === new URL(siteUrl).origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : paths.dashboard
}

async function requireView(request: ConsoleRequest) {
	const user = await requireLearnerOf(request)
	const view = await findView(request.ctx, { sessionId: request.by.sessionId, userId: user.id })
	if (view) return { user, view }
	throw new ServiceError('forbidden', 'view_ended', 'This view has ended. Open it again from the learner’s page.')
}

/** @throws ServiceError page_not_found (404) */
async function requirePage({ ctx }: ConsoleRequest, at: string): Promise<void> {
	if (await ctx.pages.renderPreview(ctx.content, new URL(at, ctx.config.siteUrl).pathname)) return
	throw new ServiceError('not-found', 'page_not_found', 'This address isn’t a page of the site, so it can’t be shown here.')
}

/** Reads the data for a framed view of the learner's pages: `?at=` is a path of the site, `?width=` the frame's width. */
export async function readView(request: ConsoleRequest) {
	const { user, view } = await requireView(request)
	const at = readPath(request)
	await requirePage(request, at)
	return {
		learner: { id: user.id, name: user.email ?? user.phone ?? user.id.slice(-8) },
		at,
		width: request.url.searchParams.get('width') === '390' ? 390 : 1280,
		endsAt: view.endsAt,
		now: request.ctx.now(),
		/** Unique per request: a browser restores the previous document of a frame with the same name. */
		frameName: `view-${request.ctx.requestId}`,
	}
}

const CODE = `(() => {\n${readFileSync(new URL('./view-frame.js', import.meta.url), 'utf8')}})()`

/**
 * Sends a page for the frame of a view: the real document, with our script before its own. The sandbox gives it an opaque origin,
 * so it can't access the console or anything the operator's browser has stored for this site.
 */
export async function showViewPage(request: ConsoleActionRequest) {
	const { c, ctx } = request
	const { user, view } = await requireView(request)
	const at = readPath(request)
	await requirePage(request, at)
	const session = presentSession(await signViewToken(ctx, view, user))
	const page = await presentPage(c, at, { firstScript: { code: CODE, data: JSON.stringify({ at, session }) } })
	const policy = (page.headers.get('content-security-policy') ?? '')
		.replace("form-action 'self'", "form-action 'none'")
		.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
	page.headers.set('Content-Security-Policy', `${policy}; sandbox allow-scripts allow-forms`)
	page.headers.set('X-Frame-Options', 'SAMEORIGIN')
	page.headers.set('Referrer-Policy', 'no-referrer')
	return page
}
