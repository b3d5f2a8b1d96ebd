import { html } from 'hono/html'

import { badge, facts, form, toDistance, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'
import { listOpenAlerts, type OpenAlert, URGENT_KINDS } from '#server/services/messaging/operator-alerts/list-open-alerts.ts'
import { listWaitingLetters } from '#server/services/people/support/answer-letter.ts'

import { listLearnerItems } from './learner-items.ts'
import type { QueueItem } from './queue-item.ts'

/** Money and deadlines come before messages that merely wait. */
const ORDER = ['bad', 'warn', 'calm'] as const
const DAY_MS = 86_400_000

/** Support finds no page behind these. */
const OPERATORS_PLACES = [places.health, places.privacy]

const mayOpen = ({ by }: Work, { place }: OpenAlert) => by.role === 'operator' || !OPERATORS_PLACES.some((each) => place.startsWith(each))

const presentAlert = (work: Work, alert: OpenAlert): QueueItem => ({
	at: new Date(alert.createdAt),
	tone: URGENT_KINDS.includes(alert.kind) ? 'bad' : 'warn',
	content: html`<header>
			<h2>${alert.heading}</h2>
			<small>${when(new Date(alert.createdAt))}</small>
		</header>
		<p>${alert.advice}</p>
		${facts(alert.facts.map(({ label, value }) => [label, value] as const))}
		${mayOpen(work, alert) ? html`<p><a href="${alert.place}">Show details</a></p>` : ''}
		${alert.mail === 'failed' ? html`<p>${badge('its mail did not arrive', 'bad')}</p>` : ''}
		${form(work, {
			action: `${places.root}/alerts/${alert.id}`,
			label: 'Mark as resolved',
			note: 'This closes the notice for everybody and cannot be undone. It stays on record.',
			tone: 'quiet',
		})}`,
})

async function listTickets({ ctx }: Work): Promise<QueueItem[]> {
	const now = ctx.now()
	const waiting = await listWaitingLetters(ctx)
	return waiting.map(({ id, category, subject, dueAt }) => {
		const due = new Date(dueAt)
		const isLate = due <= now
		return {
			at: due,
			tone: isLate ? 'bad' : due.getTime() - now.getTime() < DAY_MS ? 'warn' : 'calm',
			content: html`<header>
					<h2><a href="${places.tickets}/${id}">${subject}</a></h2>
					<small>${isLate ? 'was due' : 'due'} ${toDistance(due, now)}</small>
				</header>
				<p>${badge(category)} A message that waits for its answer until ${when(due)}.</p>`,
		}
	})
}

/** Everything that needs a person today: the most urgent first, then by time. Of notices the urgent and the newest, and how many are left out. */
export async function listQueue(work: Work): Promise<{ items: QueueItem[]; openAlerts: number; leftOut: number }> {
	const [{ alerts, total }, tickets] = [await listOpenAlerts(work.ctx), await listTickets(work)]
	const items = [...alerts.map((alert) => presentAlert(work, alert)), ...tickets, ...(await listLearnerItems(work))]
	return {
		items: items.toSorted((one, other) => ORDER.indexOf(one.tone) - ORDER.indexOf(other.tone) || one.at.getTime() - other.at.getTime()),
		openAlerts: total,
		leftOut: total - alerts.length,
	}
}
