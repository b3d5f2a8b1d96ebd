import { html } from 'hono/html'

import { UUID } from '#server/console/shell/look-up.ts'
import { showPage } from '#server/console/shell/page.ts'
import { form, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { listDead } from '#server/services/messaging/operator-alerts/list-dead.ts'
import { retryDead } from '#server/services/messaging/operator-alerts/retry-dead.ts'

/** Work of the server that failed at every attempt, newest first, at most 200. */
async function showDeadJobs(work: Work) {
	const jobs = (await listDead(work.ctx)).filter(({ kind }) => kind === 'job')
	const content = html`<p><a href="${places.health}">Health</a></p>
		<p>
			These jobs failed at every attempt and are not retried automatically. Fix what the reason names, then retry: the job starts over with
			all its attempts.
		</p>
		${table({
			caption: 'Failed jobs',
			head: ['Begun', 'Job', 'Attempts', 'Reason', 'Again'],
			rows: jobs.map(({ id, name, attempts, reason, createdAt }) => [
				when(new Date(createdAt)),
				name,
				attempts,
				reason === '' ? 'none was given' : reason,
				form(work, { action: `${places.deadJobs}/${id}/retry`, label: 'Retry', tone: 'quiet' }),
			]),
			empty: 'No job has failed.',
		})}`
	return showPage(work, { title: 'Failed jobs', content })
}

async function retryJob(work: Work) {
	const id = work.c.req.param('job') ?? ''
	const isDone = UUID.test(id) && (await retryDead(work.ctx, id)) === 'job'
	if (isDone) await recordAction(work, work.ctx.db, { action: 'job_retried', object: { kind: 'job', id } })
	return work.c.redirect(`${places.deadJobs}?said=${isDone ? 'job-retried' : 'job-unchanged'}`, 303)
}

export const deadJobRoutes = [
	page(places.deadJobs, 'operator', showDeadJobs),
	action(`${places.deadJobs}/:job/retry`, 'operator', retryJob),
]
