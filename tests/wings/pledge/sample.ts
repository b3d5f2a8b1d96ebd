import { createHash, randomBytes } from 'node:crypto'

import type { Deps } from '#server/services/context.ts'
import type { WingSample } from '#tests/wings/samples.ts'

const PLEDGE = { evenings: ['MO', 'WE'], minute_of_day: 1170, zone: 'Europe/Berlin', weekly_goal: 3, since: '2026-11-16' }

async function makePledge({ db, now }: Deps, userId: string): Promise<void> {
	await db
		.insertInto('pledges')
		.values({ ...PLEDGE, user_id: userId, changed_at: now() })
		.execute()
}

export const sample: WingSample = {
	routes: { 'GET /calendar/:file': { ids: { file: 'calendar' } } },
	own: async (deps, { userId }) => {
		await makePledge(deps, userId)
		const token = randomBytes(32).toString('base64url')
		const address = { feed_hash: createHash('sha256').update(token).digest(), feed_made_at: deps.now() }
		await deps.db.updateTable('pledges').set(address).where('user_id', '=', userId).execute()
		return { calendar: `${token}.ics` }
	},
	fillAccount: makePledge,
	/** The longest of all: each day, in the zone with the longest name, with reminders. */
	fillUp: async ({ db, now }, userId) => {
		const longest = { evenings: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], zone: 'America/Argentina/ComodRivadavia', weekly_goal: 10 }
		const values = { ...PLEDGE, ...longest, reminds: true, remind_at: now(), changed_at: now() }
		await db
			.insertInto('pledges')
			.values({ ...values, user_id: userId })
			.execute()
	},
	inPolicy: { pledges: ['The days, time, time zone and goal', 'pledge'] },
	leftOut: { pledges: 'feed_hash' },
}
