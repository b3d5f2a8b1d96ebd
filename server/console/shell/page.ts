import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import type { HttpContext } from '#server/http/environment.ts'

import { assets } from './assets.ts'
import { NAVIGATION, places } from './places.ts'
import { SAID } from './said.ts'
import type { Work } from './work.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Nothing of other sites, no inline code or style, nothing that frames the page or that it frames. */
const POLICY =
	"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

type Page = {
	title: string
	content: Html
	status?: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 502 | 503 | 504
	/** It shows other pages of the console in itself. */ hasFrames?: boolean
}

const frame = ({ title, body, siteName }: { title: string; body: Html; siteName: string }) =>
	html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>${title} · ${siteName} console</title>
				<link rel="stylesheet" href="${assets.style.href}" />
				<link rel="icon" href="/favicon.svg" />
			</head>
			<body>
				<a class="skip" href="#content">Skip to the content</a>
				${body}
				<script type="module" src="${assets.script.href}"></script>
			</body>
		</html>`

type Answer = { status: NonNullable<Page['status']>; hasFrames?: boolean }

function answer(c: HttpContext, document: Html, { status, hasFrames = false }: Answer) {
	c.header('Content-Security-Policy', hasFrames ? `${POLICY}; frame-src 'self'` : POLICY)
	c.header('Referrer-Policy', 'same-origin')
	return c.html(document, status)
}

const nameOf = (c: HttpContext) => c.get('ctx').content.site.name

const isHere = (href: string, path: string) => (href === places.root ? path === href : path === href || path.startsWith(`${href}/`))

function navigation({ c, by: { role, email, formToken } }: Work): Html {
	const links = NAVIGATION.filter((place) => place.role === 'support' || role === 'operator')
	return html`<header class="top">
		<p class="brand"><a href="${places.root}">${nameOf(c)} console</a></p>
		<form class="find" role="search" action="${places.search}" method="get">
			<label class="unseen" for="find">Search</label>
			<input id="find" name="q" type="search" maxlength="200" placeholder="Search" autocomplete="off" />
			<button class="quiet">Search</button>
		</form>
		<nav aria-label="Console">
			<ul>
				${links.map(
					({ label, href }) => html`<li><a href="${href}" ${isHere(href, c.req.path) ? html`aria-current="page"` : ''}>${label}</a></li>`,
				)}
			</ul>
		</nav>
		<form class="leave" method="post" action="${places.signOut}">
			<input type="hidden" name="form_token" value="${formToken}" />
			<p>
				${email}<br /><small>${role} · <a href="/">view the site</a></small>
			</p>
			<button class="quiet">Sign out</button>
		</form>
	</header>`
}

/** A page of the console for whoever works in it. `?said=` names what was just done. */
export function showPage(work: Work, { title, content, status = 200, hasFrames = false }: Page) {
	const said = SAID.get(work.c.req.query('said') ?? '')
	const notice = said === undefined ? '' : html`<p class="notice" role="status">${said}</p>`
	const body = html`<div class="house">
		${navigation(work)}
		<main id="content" tabindex="-1">
			${notice}
			<h1>${title}</h1>
			${content}
		</main>
	</div>`
	return answer(work.c, frame({ title, body, siteName: nameOf(work.c) }), { status, hasFrames })
}
