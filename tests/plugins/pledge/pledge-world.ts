import { randomUUID } from 'node:crypto'

import { toQuizKey } from '#content/lessons.ts'
import { loadedContent } from '#content/loaded.server.ts'
import type { PledgeResponse } from '#contracts/pledge.ts'
import { createApp } from '#server/process/app.ts'
import { systemContext } from '#server/services/context.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import { reportProgress } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const { taughtModule, taughtModules, readLesson } = loadedContent

/** 19:30 in Lagos is 18:30 UTC all year, so the tests work on any date. */
export const PLEDGE_INPUT = {
	evenings: ['WE', 'MO'],
	time: '19:30',
	zone: 'Africa/Lagos',
	weeklyGoal: 2,
	reminds: false,
	remindsShown: false,
}
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Milliseconds to the next Monday noon in Lagos. 1970-01-01 was a Thursday. */
function untilMonday(nowMs: number): number {
	const mondayNoonMs = Math.floor((nowMs + 3 * DAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + 4 * DAY_MS + 11 * HOUR_MS
	return mondayNoonMs - nowMs
}

/** Creates a learner on a Monday at noon. */
export async function openPledgeWorld() {
	const { deps, clock, logLines } = await makeTestDeps({ env: { TRUSTED_PROXY_HOPS: '1' } })
	clock.advance(untilMonday(clock.now().getTime()))
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	/** Advances the clock. Sessions expire over days, so this signs in again. */
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
	/** Opens a section of module 1 and answers its check, with all answers right or all wrong. */
	async function answerCheck(sectionId: string, isRight = true) {
		const lessonId = taughtModule(1).sections.find(({ id }) => id === sectionId)?.lessonId ?? ''
		const lesson = readLesson(1, lessonId)
		const answers = toQuizKey(lesson!).map(({ correct }) => (isRight ? correct : (correct + 1) % 2))
		await reportProgress(app, learner, [{ kind: 'section', key: `1/${sectionId}`, done: true, changedAt: clock.now().getTime() }])
		const answer = await app.request(`/api/course/lessons/1/${lessonId}/quiz`, {
			method: 'POST',
			headers: { ...learner.headers, 'content-type': 'application/json' },
			body: JSON.stringify({ attemptId: randomUUID(), answers }),
		})
		if (!answer.ok) throw new Error(await answer.text())
	}
	/** Adds a passed check to the account, without reading the course's lessons. */
	async function holdPassedCheck(sectionId: string) {
		const lessonId = taughtModule(1).sections.find(({ id }) => id === sectionId)?.lessonId ?? ''
		const own = { user_id: learner.userId }
		await deps.db
			.insertInto('progress_entries')
			.values({ ...own, kind: 'section', key: `1/${sectionId}`, done: true, changed_at: clock.now(), first_changed_at: clock.now() })
			.execute()
		const attempt = { attempt_id: randomUUID(), module_id: 1, lesson_id: lessonId, answers: '[0]', score: 4, total: 4 }
		await deps.db
			.insertInto('lesson_quiz_attempts')
			.values({ ...own, ...attempt, attempted_at: clock.now() })
			.execute()
	}
	const holdWholeCourse = () =>
		deps.db
			.insertInto('progress_entries')
			.values(
				taughtModules.map(({ id }) => ({
					user_id: learner.userId,
					kind: 'module' as const,
					key: String(id),
					done: true,
					changed_at: clock.now(),
				})),
			)
			.execute()
	const keep = async (changes: object = {}) => (await (await ask('PUT', { ...PLEDGE_INPUT, ...changes })).json()) as PledgeResponse
	const show = async (headers: object = learner.headers) => (await (await ask('GET', undefined, { headers })).json()) as PledgeResponse
	return { deps, app, clock, logLines, learner, ask, answerCheck, holdPassedCheck, holdWholeCourse, keep, show, waitFor }
}
