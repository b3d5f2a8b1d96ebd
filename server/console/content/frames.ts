import { html } from 'hono/html'

import type { Html } from '#server/console/shell/page.ts'
import type { HttpContext } from '#server/http/environment.ts'

/** Styles, fonts and pictures of the site alone. No script runs, and no form is sent. */
const POLICY =
	"sandbox allow-same-origin; default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

/** Of an answer that stands in a frame of the console. */
export function keepHarmless(c: HttpContext): void {
	c.header('Content-Security-Policy', POLICY)
	c.header('X-Frame-Options', 'SAMEORIGIN')
}

/** An address of the console as a telephone and a wide screen show it. @param title what it shows */
export function framesOf(title: string, address: string): Html {
	const frame = (name: string, width: number) =>
		html`<figure>
			<figcaption>${name}, ${width} pixels wide</figcaption>
			<div class="scroll" tabindex="0" role="group" aria-label="${name}">
				<iframe title="${title}: ${name.toLowerCase()}" src="${address}" width="${width}" height="800" sandbox="allow-same-origin"></iframe>
			</div>
		</figure>`
	return html`<div class="previews true-width">${frame('On a telephone', 390)} ${frame('On a wide screen', 1280)}</div>`
}
