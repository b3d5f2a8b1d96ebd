import { structuredPatch } from 'diff'
import { html } from 'hono/html'

import type { Html } from '#server/console/shell/page.ts'

/** Beyond it two texts are shown as different and no more: the page must come. */
const LIMIT_MS = 1000

const changes = (before: string, after: string) => structuredPatch('', '', before, after, '', '', { context: 2, timeout: LIMIT_MS })

const MOST_IN_LINE = 2000

/** A font is one line of a hundred thousand letters. */
export const shortLines = (text: string) =>
	text
		.split('\n')
		.map((each) => (each.length > MOST_IN_LINE ? `${each.slice(0, 80)} … (${each.length} characters)` : each))
		.join('\n')

function line(whole: string): Html {
	const text = shortLines(whole)
	const sign = text.charAt(0)
	if (sign === '+') return html`<ins><span class="unseen">Added: </span>${text}</ins>`
	if (sign === '-') return html`<del><span class="unseen">Removed: </span>${text}</del>`
	return html`<span>${text}</span>`
}

/** What differs between two texts, line by line. */
export function showDiff(before: string, after: string, label: string): Html {
	if (before === after) return html`<p class="empty">Nothing differs.</p>`
	const patch = changes(before, after)
	if (!patch) return html`<p class="empty">They differ too much to be compared line by line.</p>`
	return html`<div class="diff" role="group" aria-label="${label}">
		${patch.hunks.map(
			({ newStart, lines }) =>
				html`<p class="note">Line ${newStart}</p>
					<pre>${lines.filter((each) => !each.startsWith('\\')).map(line)}</pre>`,
		)}
	</div>`
}
