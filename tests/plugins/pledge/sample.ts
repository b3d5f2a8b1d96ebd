import { createHash, randomBytes } from 'node:crypto'

import type { Deps } from '#server/services/context.ts'
import type { PluginSample } from '#tests/plugins/samples.ts'

const PLEDGE = { evenings: ['MO', 'WE'], minute_of_day: 1170, zone: 'Europe/Berlin', weekly_goal: 3, since: '2026-11-16' }

async function makePledge({ db, now }: Deps, userId: string): Promise<void> {
	await db
		.insertInto('pledges')
		.values({ ...PLEDGE, user_id: userId, changed_at: now() })
		.execute()
}

export const sample: PluginSample = {
	routes: { 'GET /calendar/:file': { ids: { file: 'calendar' } } },
	own: async (deps, { userId }) => {
		await makePledge(deps, userId)
		const token = randomBytes(32).toString('base64url')
		const address = { feed_hash: createHash('sha256').update(token).digest(), feed_made_at: deps.now() }
		await deps.db.updateTable('pledges').set(address).where('user_id', '=', userId).execute()
		return { calendar: `${token}.ics` }
	},
	fillAccount: async (deps, userId) => {
		await makePledge(deps, userId)
		const asked = { user_id: userId, asked_at: deps.now() }
		await deps.db
			.insertInto('pledge_supporters')
			.values({ ...asked, email: `supporter-of-${userId}@example.test` })
			.execute()
		await deps.db
			.insertInto('supporter_requests')
			.values({ ...asked, address_key: createHash('sha256').update(userId).digest() })
			.execute()
	},
	/** The largest pledge: every day, in the time zone with the longest name, with reminders. */
	fillUp: async ({ db, now }, userId) => {
		const longest = { evenings: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], zone: 'America/Argentina/ComodRivadavia', weekly_goal: 10 }
		const values = { ...PLEDGE, ...longest, reminds: true, remind_at: now(), changed_at: now() }
		await db
			.insertInto('pledges')
			.values({ ...values, user_id: userId })
			.execute()
		const email = `${'x'.repeat(64)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.test`
		await db.insertInto('pledge_supporters').values({ user_id: userId, email, asked_at: now(), agreed_at: now(), line_at: now() }).execute()
	},
	inPolicy: {
		pledges: ['The days, time, time zone and goal', 'what you did, wrote and planned in the course'],
		pledge_supporters: ['Name a supporter', 'your supporter’s details'],
		supporter_requests: ['when you asked', 'your supporter’s details'],
	},
	leftOut: { pledges: 'feed_hash', supporter_requests: 'address_key refused_at' },
}
