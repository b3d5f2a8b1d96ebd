import { runDueJobs, runTimedJob } from '#tests/setup/run-due-jobs.ts'

import { DAY_MS } from './pledge-world.ts'
import { linkOf, openReminders } from './reminder-world.ts'

export const BEN = 'ben@example.com'
export const WEEK_MS = 7 * DAY_MS

export async function openSupport() {
	const world = await openReminders()
	const { deps, clock, learner } = world
	const name = (email: string, { headers }: { headers: object } = learner) => world.ask('PUT', { email }, { path: '/supporter', headers })
	const outcome = async (response: Response) => {
		const { error } = (await response.json()) as { error?: { code: string } }
		return response.ok ? 'named' : `${response.status} ${error?.code}`
	}
	const supporterMails = async (to = BEN) => {
		await runDueJobs(deps)
		return (
			await deps.db
				.selectFrom('outbox_messages')
				.select(['template', 'subject', 'body', 'headers', 'status', 'last_error'])
				.where('to_address', '=', to)
				.where('template', 'like', 'pledge.%')
				.orderBy('created_at')
				.execute()
		).map(({ template, headers, ...mail }) => ({ ...mail, kind: template.slice(17), headers: headers as Record<string, string> }))
	}
	const linkIn = (body: string | undefined, step: string) => new RegExp(`http\\S+/pledge/${step}\\?token=\\S+`).exec(body ?? '')?.[0] ?? ''
	const press = async (url: string) => (await world.oneClick(url, '')).headers.get('location')
	/** Advances the clock and runs scheduled jobs. */
	const go = async (ms: number) => {
		clock.advance(ms)
		await runTimedJob(deps, 'work-of-plugins')
	}
	const supporter = async () => {
		await world.waitFor(0)
		const { pledge } = await world.show()
		return { named: pledge?.supporter ?? null, ended: pledge?.supporterEnded ?? null }
	}
	/** Names a supporter who agrees, on a Monday at noon. */
	async function agree() {
		await world.keep()
		await name(BEN)
		const [asked] = await supporterMails()
		await press(linkIn(asked?.body, 'support'))
		return { asked, endUrl: linkOf(asked) }
	}
	/** Records an activity at the current time. */
	const study = () =>
		deps.db
			.insertInto('progress_entries')
			.values({
				user_id: learner.userId,
				kind: 'section',
				key: `1/${clock.now().getTime()}`,
				done: true,
				changed_at: clock.now(),
				first_changed_at: clock.now(),
			})
			.execute()
	return { ...world, name, outcome, supporterMails, linkIn, press, go, supporter, agree, study }
}
