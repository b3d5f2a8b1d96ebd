import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { createHash } from 'node:crypto'

import type { HttpContext } from '#server/http/environment.ts'

import { DEV_STYLE } from './dev-style.ts'

const STYLE_HASH = createHash('sha256').update(DEV_STYLE).digest('base64')
// In one piece, outside the template: the hash covers every byte between the tags, so no formatter may indent it.
const STYLE_TAG = raw(`<style>${DEV_STYLE}</style>`)
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

type Page = { title: string; content: HtmlEscapedString | Promise<HtmlEscapedString> }

/** A page of the sandbox: no script. */
export function showDevPage(c: HttpContext, { title, content }: Page) {
	c.header('Content-Security-Policy', PAGE_POLICY)
	return c.html(
		html`<!doctype html>
			<html lang="en">
				<head>
					<meta charset="utf-8" />
					<meta name="viewport" content="width=device-width, initial-scale=1" />
					<meta name="robots" content="noindex" />
					<title>${title} (sandbox)</title>
					${STYLE_TAG}
				</head>
				<body>
					<header><p class="bar">SANDBOX: nothing on this page has left this machine</p></header>
					<main>${content}</main>
				</body>
			</html>`,
	)
}
