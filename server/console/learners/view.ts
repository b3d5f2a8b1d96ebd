import { html } from 'hono/html'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { paths } from '#contracts/paths.ts'
import { showPage } from '#server/console/shell/page.ts'
import { form, toDistance, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { presentSession } from '#server/http/auth-v1/session-body.ts'
import { escapeHtml } from '#server/http/forms/escape-html.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { isBanned } from '#server/services/identity/accounts/user-record.ts'
import { endViews, findView, openView, signView } from '#server/services/identity/sessions/learner-view.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { requireLearnerOf, requireReason } from './learner-actions.ts'

/** Where to begin; every link of a page leads on from there. */
const PLACES: readonly (readonly [label: string, path: string])[] = [
	['Dashboard', paths.dashboard],
	['Modules', paths.modules],
	['Module 1', paths.courseModule(1)],
	['Library', paths.templates],
	['Planner', paths.weeklyPlanner],
	['Notes', paths.notes],
	['Review', paths.review],
	['Settings', paths.settings],
]
const WIDTHS = ['390', '1280']

const viewOf = (id: string) => `${places.learners}/${id}/view`

/** Opens a view of the learner's own pages. They can see that it happened: a line in their security log says so. */
export async function seeAsLearner(work: Work, fields: Readonly<Record<string, string>>) {
	const { c, ctx, by } = work
	const account = await requireLearnerOf(work)
	const { id } = account
	const reason = requireReason(fields)
	if (isBanned(account, ctx.now()))
		throw new ServiceError('conflict', 'user_banned', 'This account is banned, so nobody sees pages with it. Lift the ban first.')
	// The log is the learner's own, and is in the copy of their data: the operator's network has no place there.
	const unseen = { ...ctx, clientAddress: '', userAgent: '' }
	const detail = { by: "the academy's operator" }
	await inTransaction(ctx.db, async (tx) => {
		await openView({ ...ctx, db: tx }, { sessionId: by.sessionId, userId: id }, by.endsAt)
		await recordAudit(unseen, tx, { action: 'seen_by_operator', outcome: 'success', userId: id, detail })
		await recordAction(work, tx, { action: 'seen_as_learner', object: { kind: 'account', id }, reason })
	})
	return c.redirect(viewOf(id), 303)
}

export async function endView(work: Work) {
	const { id } = await requireLearnerOf(work)
	await endViews(work.ctx, { sessionId: work.by.sessionId, userId: id })
	return work.c.redirect(`${places.learners}/${id}?said=view-ended`, 303)
}

/** A path of the site, as `?at=` names it. */
function readPath({ c, ctx }: Work): string {
	const { siteUrl } = ctx.config
	const url = URL.parse(c.req.query('at') ?? paths.dashboard, siteUrl)
	// A path of two slashes would name another host.
	return url?.origin === new URL(siteUrl).origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : paths.dashboard
}

async function requireView(work: Work) {
	const user = await requireLearnerOf(work)
	const view = await findView(work.ctx, { sessionId: work.by.sessionId, userId: user.id })
	if (view) return { user, view }
	throw new ServiceError('forbidden', 'view_ended', 'This view has ended, or was never opened: open it from the page of the learner.')
}

/** @throws ServiceError page_not_found (404) */
async function requirePage({ findPage }: Work, at: string) {
	const page = await findPage(at)
	if (page?.headers.get('content-type')?.startsWith('text/html')) return page
	throw new ServiceError('not-found', 'page_not_found', 'A view shows the pages of the site that were built. This is none of them.')
}

/** The learner's pages in a frame, and what the operator has to know of them: `?at=` a path of the site, `?width=`. */
export async function showView(work: Work) {
	const { c, ctx } = work
	const { user, view } = await requireView(work)
	const at = readPath(work)
	await requirePage(work, at)
	const width = WIDTHS.find((each) => each === c.req.query('width')) ?? '1280'
	const address = (change: Record<string, string>) => `${viewOf(user.id)}?${new URLSearchParams({ at, width, ...change }).toString()}`
	const links = (name: string, all: readonly (readonly [label: string, change: Record<string, string>])[]) =>
		html`<nav class="tabs" aria-label="${name}">
			<ul>
				${all.map(([label, change]) => {
					const isHere = Object.entries(change).every(([key, value]) => ({ at, width })[key] === value)
					return html`<li><a href="${address(change)}" ${isHere ? html`aria-current="page"` : ''}>${label}</a></li>`
				})}
			</ul>
		</nav>`
	const name = user.email ?? user.phone ?? user.id.slice(-8)
	const content = html`<p class="notice">
			<strong>Read only.</strong> You see the pages that <a href="${places.learners}/${user.id}">${name}</a> sees, with their data. Every
			change is refused, and their security log shows that you looked. The view ends ${toDistance(view.endsAt, ctx.now())}, at
			${when(view.endsAt)}. What only their own browser has, such as an answer that was never sent, is not shown.
		</p>
		${links(
			'Pages',
			PLACES.map(([label, path]) => [label, { at: path }]),
		)}
		${links(
			'Width',
			WIDTHS.map((each) => [`${each} pixels wide`, { width: each }]),
		)}
		<p class="problem" role="alert" data-told hidden></p>
		<div class="previews true-width">
			<figure>
				<figcaption>${at}</figcaption>
				<div class="scroll" tabindex="0" role="group" aria-label="Page of the learner">
					<iframe
						title="Page of the learner: ${at}"
						name="view-${ctx.requestId}"
						src="${viewOf(user.id)}/page?${new URLSearchParams({ at }).toString()}"
						width="${width}"
						height="900"
						sandbox="allow-scripts allow-forms"
						data-view
						data-refused="Refused: a view is read only. Nothing was saved, even if the page looks as though it was."
						data-away="This link leads to another site, so the view does not follow it."
					></iframe>
				</div>
			</figure>
		</div>
		${form(work, { action: `${viewOf(user.id)}/end`, label: 'Close the view', tone: 'quiet' })}`
	return showPage(work, { title: 'As the learner sees it', content, hasFrames: true })
}

const CODE = `(() => {\n${readFileSync(new URL('./view-frame.js', import.meta.url), 'utf8')}})()`
const HASH = createHash('sha256').update(CODE).digest('base64')

/**
 * One page of the site for the frame of a view: the very document, and before its scripts ours. The frame has no origin, so the
 * browser keeps it from the console and from all that the operator's own browser stores for this site.
 */
export async function showViewPage(work: Work) {
	const { c, ctx } = work
	const { user, view } = await requireView(work)
	const at = readPath(work)
	const page = await requirePage(work, at)
	const session = presentSession(await signView(ctx, view, user))
	const script = `<script data-view="${escapeHtml(JSON.stringify({ at, session }))}">${CODE}</script>`
	const policy = (page.headers.get('content-security-policy') ?? '')
		.replace('script-src ', `script-src 'sha256-${HASH}' `)
		.replace("form-action 'self'", "form-action 'none'")
		.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
	c.header('Content-Security-Policy', `${policy}; sandbox allow-scripts allow-forms`)
	c.header('X-Frame-Options', 'SAMEORIGIN')
	c.header('Referrer-Policy', 'no-referrer')
	return c.html(page.html.replace('<head>', () => `<head>${script}`))
}
