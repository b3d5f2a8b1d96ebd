import type { PledgeResponse } from '#contracts/pledge.ts'
import { createApp } from '#server/process/app.ts'
import { systemContext } from '#server/services/context.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

/** Half past seven in Lagos is half past six in Greenwich, all year: the tests begin whenever they are run. */
export const WISH = { evenings: ['WE', 'MO'], time: '19:30', zone: 'Africa/Lagos', weeklyGoal: 2, reminds: false }
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Milliseconds to the next Monday, noon in Lagos. 1970-01-01 was a Thursday. */
function untilMonday(nowMs: number): number {
	const mondayNoonMs = Math.floor((nowMs + 3 * DAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + 4 * DAY_MS + 11 * HOUR_MS
	return mondayNoonMs - nowMs
}

/** A learner on a Monday noon. */
export async function openPledgeWorld() {
	const { deps, clock } = await makeTestDeps()
	clock.advance(untilMonday(clock.now().getTime()))
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	/** A session ends when days go by. */
	async function waitFor(ms: number) {
		clock.advance(ms)
		const ctx = systemContext(deps, 'test')
		const grant = await deps.db.transaction().execute((tx) => issueSession(ctx, tx, { userId: learner.userId, method: 'otp' }))
		learner.headers = { authorization: `Bearer ${grant.accessToken}` }
	}
	const ask = (method: string, body?: unknown, { path = '', headers = learner.headers }: { path?: string; headers?: object } = {}) =>
		app.request(`/api/pledge${path}`, {
			method,
			headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		})
	const keep = async (wish: object = {}) => (await (await ask('PUT', { ...WISH, ...wish })).json()) as PledgeResponse
	const show = async (headers: object = learner.headers) => (await (await ask('GET', undefined, { headers })).json()) as PledgeResponse
	return { deps, app, clock, learner, ask, keep, show, waitFor }
}
