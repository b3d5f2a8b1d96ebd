import { html } from 'hono/html'

import type { Html } from '#server/console/shell/page.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'

const TABS = [
	['Messages', places.tickets, 'support'],
	['Privacy requests', places.privacy, 'operator'],
	['Applications', places.applications, 'operator'],
	['Feedback', places.feedback, 'support'],
	['Early access', places.earlyAccess, 'support'],
	['Saved answers', places.answers, 'support'],
] as const

/** The lists of the inbox. */
export const tabs = ({ c, by }: Work): Html =>
	html`<nav class="tabs" aria-label="Inbox">
		<ul>
			${TABS.filter(([, , role]) => role === 'support' || by.role === role).map(([label, href]) => html`<li><a href="${href}" ${c.req.path === href ? html`aria-current="page"` : ''}>${label}</a></li>`)}
		</ul>
	</nav>`
