import { html } from 'hono/html'

import { writeForm } from '#server/console/learners/write.ts'
import type { Html } from '#server/console/shell/page.ts'
import { badge, facts, folded, form, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'
import { readWrongPromises } from '#server/services/operations/launch-checklist/read-wrong-promises.ts'
import type { Choosable } from '#server/services/operations/queue/queue-choices.ts'

import type { QueueItem } from './queue-item.ts'
import { type FailsCheck, readFailsCheck, readStandsStill, type StandsStill } from './read-learners.ts'

const hiddenOf = ({ kind, object, basis, userId }: Choosable) => ({ kind, object, basis, ...(userId && { user: userId }) })

/** What can be decided about a thing without a state of its own; each can be taken back below the queue. */
const decide = (work: Work, item: Choosable): Html =>
	html`<div class="buttons">
		${form(work, {
			action: places.queueLater,
			label: 'Snooze for a week',
			hidden: hiddenOf(item),
			tone: 'quiet',
		})}
		${form(work, { action: places.queueDone, label: 'Mark as done', hidden: hiddenOf(item), tone: 'quiet' })}
	</div>`

const nameOf = (userId: string | null, email: string | null) =>
	userId === null ? (email ?? 'a guest') : html`<a href="${places.learners}/${userId}">${email ?? userId.slice(-8)}</a>`

function presentStandsStill(work: Work, item: StandsStill): QueueItem {
	const { email, userId, grantedAt, movedAt } = item
	const text =
		'You bought the course and have not been there for a while. Is something unclear, or did something not work?\n\n' +
		'Reply to this mail and tell us where you stand; we help you to the next step.'
	return {
		at: movedAt ?? grantedAt,
		tone: 'calm',
		content: html`<header>
				<h2>${nameOf(userId, email)} has stalled</h2>
				<small>${movedAt === null ? 'never began' : html`since ${when(movedAt)}`}</small>
			</header>
			${facts([
				['Access since', when(grantedAt)],
				['Last did something', movedAt === null ? 'never' : when(movedAt)],
			])}
			${
				userId === null
					? html`<p>Bought as a guest and has no account: write from your own mail program.</p>`
					: folded(
							'Write to them',
							writeForm(work, { accountId: userId, subject: 'Can we help you with the course?', text, hidden: hiddenOf(item) }),
						)
			}
			${decide(work, item)}`,
	}
}

function presentFailsCheck(work: Work, item: FailsCheck): QueueItem {
	const { userId, email, moduleId, lessonId, times, best, lastAt } = item
	const section = work.ctx.content.taughtModules.find(({ id }) => id === moduleId)?.sections.find((each) => each.lessonId === lessonId)
	const title = section?.title ?? lessonId
	const text =
		`You took the check of “${title}” ${times} times. Which of its questions is unclear?\n\n` +
		'Reply to this mail with your question, and we explain it. Nothing is lost: the check can be taken as often as you like.'
	return {
		at: lastAt,
		tone: 'warn',
		content: html`<header>
				<h2>${nameOf(userId, email)} keeps failing a check</h2>
				<small>last ${when(lastAt)}</small>
			</header>
			${facts([
				['Check', section ? html`<a href="/course/module${moduleId}?section=${section.id}">${title}</a>` : title],
				['Failed', `${times} times in thirty days, never passed`],
				['Best', `${best} right`],
			])}
			${folded(
				'Write to them',
				writeForm(work, { accountId: userId, subject: `Your questions about “${title}”`.slice(0, 150), text, hidden: hiddenOf(item) }),
			)}
			${decide(work, item)}`,
	}
}

const presentPromise = (work: Work, promise: string): QueueItem => ({
	at: work.ctx.now(),
	tone: 'bad',
	content: html`<header><h2>The site promises what the rules do not keep</h2></header>
		<p>${badge('wrong promise', 'bad')} ${promise}</p>
		<p>
			Build the site again: <code>npm run build</code>, then start the server again. This goes away by itself, and can neither be put off
			nor closed. All checks: <a href="${places.health}">Health</a>.
		</p>`,
})

/** Learners who need a person, and promises of the pages that differ from the rules. */
export async function listLearnerItems(work: Work): Promise<QueueItem[]> {
	const promises = work.by.role === 'operator' ? await readWrongPromises(work.ctx.content) : []
	return [
		...promises.map((promise) => presentPromise(work, promise)),
		...(await readFailsCheck(work.ctx)).map((item) => presentFailsCheck(work, item)),
		...(await readStandsStill(work.ctx)).map((item) => presentStandsStill(work, item)),
	]
}
