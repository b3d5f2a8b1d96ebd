import type { Hono } from 'hono'
import { randomUUID } from 'node:crypto'

import { loadedContent } from '#content/loaded.server.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import { inTransaction } from '#server/db/database.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import type { Deps } from '#server/services/context.ts'
import { writeProgressOf } from '#server/services/learning/progress/merge-learner-progress.ts'
import { findBackstage } from '#tests/setup/test-deps.ts'

import { listChecks } from './knowledge-checks.ts'
import { makeLearner } from './learner.ts'
import { makeOrder } from './snapshot.ts'

const { taughtModules, course, lifetimeOffer } = loadedContent

type App = Hono<HttpEnv>
type Learner = Awaited<ReturnType<typeof makeLearner>>

/** Gives a learner the full course, like a paid order. @returns ID of the order */
export async function payCourse(deps: Deps, learner: Learner): Promise<string> {
	const order = await makeOrder(deps)
	await deps.db
		.insertInto('entitlements')
		.values({ order_id: order.id, product_code: lifetimeOffer.code, user_id: learner.userId, email: learner.email, granted_at: deps.now() })
		.execute()
	return order.id
}

/** Returns a progress report for the whole course. */
export const wholeCourse = (changedAt: number) =>
	taughtModules.flatMap(({ id, sections }) => [
		...sections.map((section) => ({ kind: 'section', key: `${id}/${section.id}`, done: true, changedAt })),
		{ kind: 'module', key: String(id), done: true, changedAt },
	])

export async function reportProgress(app: App, learner: Learner, entries: unknown[]): Promise<void> {
	const response = await app.request('/api/progress/merge', {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...learner.headers },
		body: JSON.stringify({ entries }),
	})
	if (!response.ok) throw new Error(`progress was refused: ${await response.text()}`)
}

/** Opens every lesson of a module as a browser does. */
async function readModule(app: App, learner: Learner, { id, sections }: (typeof taughtModules)[number]): Promise<void> {
	for (const { lessonId } of sections) await app.request(`/api/course/modules/${id}/lessons/${lessonId}`, { headers: learner.headers })
}

/** Opens every lesson of the course, with a pause overnight before the last module. */
export async function readWholeCourse(app: App, learner: Learner, { rest }: { rest: () => void }): Promise<void> {
	for (const module of taughtModules) {
		if (module === taughtModules.at(-1)) rest()
		await readModule(app, learner, module)
	}
}

export async function passChecks(app: App, learner: Learner): Promise<void> {
	for (const { path, answers } of await listChecks()) {
		const response = await app.request(path, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...learner.headers },
			body: JSON.stringify({ attemptId: randomUUID(), answers }),
		})
		if (!response.ok) throw new Error(`a knowledge check was refused: ${await response.text()}`)
	}
}

/** Pause that separates two sittings. */
export const PAUSE_MS = course.certificate.pauseMinutes * 60_000

/** Records every lesson as read at this moment, as `recordTextRead` does. */
async function recordReads({ db, now }: Deps, userId: string, modules: typeof taughtModules): Promise<void> {
	const [first_read_at, last_read_at] = [now(), now()]
	const reads = modules.flatMap(({ id: module_id, sections }) =>
		sections.flatMap(({ lessonId }) =>
			lessonId === null ? [] : [{ user_id: userId, module_id, kind: 'lesson' as const, content_id: lessonId, first_read_at, last_read_at }],
		),
	)
	await db.insertInto('content_reads').values(reads).execute()
}

/** Records every knowledge check as passed, as `gradeLesson` does. */
async function recordPassedChecks({ db, now }: Deps, userId: string): Promise<void> {
	const checks = (await listChecks()).map(({ moduleId, lessonId, answers }) => ({ moduleId, lessonId, answers, total: answers.length }))
	const attempts = checks.map(({ moduleId, lessonId, answers, total }) => ({
		user_id: userId,
		attempt_id: randomUUID(),
		module_id: moduleId,
		lesson_id: lessonId,
		answers: JSON.stringify(answers),
		score: total,
		total,
		attempted_at: now(),
	}))
	await db.insertInto('lesson_quiz_attempts').values(attempts).execute()
	const entries = checks.map(({ moduleId, lessonId, total }) => ({
		kind: 'lesson-quiz' as const,
		key: progressKey.lesson(moduleId, lessonId),
		done: true,
		changedAt: now().getTime(),
		detail: { score: total, total },
	}))
	await inTransaction(db, (tx) =>
		writeProgressOf(
			tx,
			entries.map((entry) => ({ userId, entry, storedAt: now() })),
		),
	)
}

/** Takes a learner through the whole course in two sittings. Its hundred requests have their own tests, so only rows are written. */
export async function graduate(app: App, learner: Learner, deps: Deps): Promise<void> {
	await reportProgress(app, learner, wholeCourse(deps.now().getTime()))
	await recordReads(deps, learner.userId, taughtModules.slice(0, -1))
	findBackstage(deps).clock.advance(PAUSE_MS)
	await recordReads(deps, learner.userId, taughtModules.slice(-1))
	await recordPassedChecks(deps, learner.userId)
}

/** Creates a learner who paid, finished the course and may claim the certificate. */
export async function makeGraduate(deps: Deps, app: App) {
	const learner = await makeLearner(deps)
	const orderId = await payCourse(deps, learner)
	await graduate(app, learner, deps)
	return { ...learner, orderId, courseName: course.title }
}
