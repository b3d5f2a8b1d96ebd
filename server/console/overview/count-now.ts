import { html } from 'hono/html'

import type { Html } from '#server/console/shell/page.ts'
import type { Work } from '#server/console/shell/work.ts'
import { countDays } from '#server/services/operations/day-sums/count-days.ts'

/** So long a page may count before it says that it has not finished. */
const PAGE_MS = 200

/** Counts what has changed since the last minute's work. @returns what a page says when that was too much for it */
export async function countNow({ ctx }: Work): Promise<Html | string> {
	const { isWhole } = await countDays(ctx, PAGE_MS)
	return isWhole
		? ''
		: html`<p class="problem" role="status">
				Much has changed at once, and some days are still being counted, the newest first. Load this page again in a minute: until then
				these figures are too low or as they were.
			</p>`
}
