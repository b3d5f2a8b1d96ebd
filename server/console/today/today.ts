import { html } from 'hono/html'

import { showPage } from '#server/console/shell/page.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { acknowledgeAlert } from '#server/services/messaging/operator-alerts/acknowledge-alert.ts'

import { markDone, putOff, showDecided, takeBack } from './decide.ts'
import { listQueue } from './queue.ts'

/** The first page: one queue of what needs a person. */
async function showToday(work: Work) {
	const { items, openAlerts, leftOut } = await listQueue(work)
	const queue =
		items.length === 0
			? html`<p class="empty">You are all caught up: no open notices, no messages waiting for an answer, no learners who need you.</p>`
			: html`<p>
						${items.length === 1 ? 'One thing needs' : `${items.length} things need`} you, the most urgent first. Press j and k to move
						through them, / to search.
						${leftOut > 0 ? `In all ${openAlerts} notices are open: these are the urgent and the newest of them.` : ''}
					</p>
					<ol class="queue">
						${items.map(({ tone, content: item }) => html`<li data-tone="${tone}" data-stop tabindex="-1">${item}</li>`)}
					</ol>`
	const content = html`${queue} ${await showDecided(work)}`
	return showPage(work, { title: 'Today', content })
}

async function closeAlert(work: Work) {
	const { c, ctx, by } = work
	const id = c.req.param('id') ?? ''
	const outcome = await acknowledgeAlert(ctx, id, by.email)
	if (outcome === 'closed') await recordAction(work, ctx.db, { action: 'alert_closed', object: { kind: 'alert', id } })
	return c.redirect(
		`${places.root}?said=${outcome === null ? 'alert-gone' : outcome === 'closed' ? 'alert-closed' : 'alert-was-closed'}`,
		303,
	)
}

export const todayRoutes = [
	page(places.root, 'support', showToday),
	action(`${places.root}/alerts/:id`, 'support', closeAlert),
	action(places.queueLater, 'support', putOff),
	action(places.queueDone, 'support', markDone),
	action(places.queueBack, 'support', takeBack),
]
