import { runTimedJob } from '#tests/setup/run-due-jobs.ts'

import { openPledgeWorld } from './pledge-world.ts'

export const REMINDS = { reminds: true }
/** Interval of the scheduled job. */
export const STEP = 300_000

export async function openReminders() {
	const world = await openPledgeWorld()
	const { deps, clock } = world
	const mails = async () =>
		(await deps.db.selectFrom('outbox_messages').selectAll().where('template', '=', 'pledge.reminder').orderBy('created_at').execute()).map(
			({ id, subject, body, status, last_error, to_address, headers }) => ({
				id,
				subject,
				body,
				status,
				why: last_error,
				to: to_address,
				headers: headers as Record<string, string>,
			}),
		)
	/** Advances the clock, and runs the plugins' scheduled job and the jobs it enqueues. @returns the emails */
	async function pass(ms: number) {
		clock.advance(ms)
		await runTimedJob(deps, 'work-of-plugins')
		return mails()
	}
	const oneClick = (url: string, body = 'List-Unsubscribe=One-Click') =>
		world.app.request(new URL(url).pathname + new URL(url).search, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.7' },
			body,
		})
	return { ...world, mails, pass, oneClick }
}

export const linkOf = (mail: { headers: Record<string, string> } | undefined) => mail?.headers['List-Unsubscribe']?.slice(1, -1) ?? ''
