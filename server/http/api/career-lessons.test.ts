import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import type { LessonResponse } from '#contracts/course.ts'
import type { MergeProgressResponse } from '#contracts/progress.ts'
import type { AccessPolicy } from '#domain/gating/check-lesson-access.ts'
import { CAREER_PATH_ID } from '#domain/gating/check-module-access.ts'
import { createApp } from '#server/process/app.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { askForRefund, buyAsLearner } from '#tests/factories/refund.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const { careerPath, readLesson } = loadedContent

const LESSON = '/api/course/modules/90/lessons/be-found'
const QUIZ = '/api/course/lessons/90/be-found/quiz'
const ATTEMPT = '6f1a1c9e-58a7-4a4c-8d3e-0d7c54c9a001'
/** A sentence that occurs only in this lesson. */
const CANARY = 'Light in harmony'

async function openTracks(accessPolicy: AccessPolicy) {
	const { deps } = await makeTestDeps({ accessPolicy })
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	const lesson = readLesson(CAREER_PATH_ID, 'be-found')
	const answers = lesson?.quiz.map(({ correct }) => correct) ?? []
	const post = (path: string, body: unknown, headers: Record<string, string>) =>
		app.request(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
	const exercise = {
		moduleId: CAREER_PATH_ID,
		lessonId: 'be-found',
		exerciseId: lesson?.blocks.exercises[0]?.id,
		title: 'One question',
		fields: [{ id: 'question', label: 'The question', place: 0, value: 'cape or pants', changedAt: 1 }],
	}
	/** Requests the lesson and its check. @returns the statuses, and whether a response contained the lesson's text */
	const ask = async (headers: Record<string, string>, claim = '') => {
		const texts: string[] = []
		const answerOf = async (response: Response) => {
			texts.push(await response.text())
			return response.ok ? 'open' : `${response.status} ${(JSON.parse(texts.at(-1)!) as { error: { code: string } }).error.code}`
		}
		const read = await answerOf(await app.request(LESSON + claim, { headers }))
		const graded = await answerOf(await post(QUIZ + claim, { attemptId: ATTEMPT, answers }, headers))
		return { read, graded, isLeaked: read !== 'open' && texts.join().includes(CANARY) }
	}
	return { deps, app, learner, answers, post, ask, exercise }
}

const OPEN = { read: 'open', graded: 'open', isLeaked: false }
const CLOSED = { read: '403 not_enrolled', graded: '403 not_enrolled', isLeaked: false }

test('enrolled: career track lessons open for buyers only, and close after a refund', async () => {
	const { deps, app, learner, post, ask, exercise } = await openTracks('enrolled')
	expect([await ask({}), await ask({}, '?completed=1,2,3,4,5,6'), await ask(learner.headers)]).toEqual([CLOSED, CLOSED, CLOSED])
	expect((await post('/api/exercises/merge', exercise, learner.headers)).status).toBe(409)

	const { orderId } = await buyAsLearner(deps, { learner })
	expect(await ask(learner.headers)).toEqual(OPEN)
	expect((await post('/api/exercises/merge', exercise, learner.headers)).status).toBe(200)
	const text = await (await app.request(LESSON, { headers: learner.headers })).text()
	expect(text).toContain(CANARY)
	const lesson = JSON.parse(text) as LessonResponse
	expect(lesson).toMatchObject({ moduleId: CAREER_PATH_ID, id: 'be-found', title: 'Be Found' })
	// Recall questions aren't graded, so their answers are public; no other answers are.
	expect(JSON.stringify({ ...lesson, recalls: [] })).not.toContain('"correct":')

	await askForRefund(deps, learner, orderId)
	expect(await ask(learner.headers)).toEqual(CLOSED)
})

test('progress: career track lessons open for everyone, like module 1', async () => {
	const { learner, ask } = await openTracks('progress')
	expect([await ask({}), await ask(learner.headers)]).toEqual([OPEN, OPEN])
})

test('every lesson of every track opens, but not under another module’s number', async () => {
	const { app } = await openTracks('progress')
	for (const { id, title } of careerPath.tracks.flatMap(({ lessons }) => lessons)) {
		const response = await app.request(`/api/course/modules/90/lessons/${id}`)
		expect(await response.json()).toMatchObject({ id, title, moduleId: CAREER_PATH_ID })
		expect((await app.request(`/api/course/modules/1/lessons/${id}`)).status).toBe(404)
	}
	for (const id of ['no-such-lesson', 'digital-economy-overview', '..%2f..%2ftracks', 'be-found%00'])
		expect((await app.request(`/api/course/modules/90/lessons/${id}`)).status).toBe(404)
})

test('a learner’s answers, steps and checked boxes are stored; items the track doesn’t have are refused', async () => {
	const { app, learner, answers, post } = await openTracks('progress')
	await post(QUIZ, { attemptId: ATTEMPT, answers }, learner.headers)
	const entries = [
		{ kind: 'task', key: '90/be-found', done: true, changedAt: 1 },
		{ kind: 'step', key: '90/be-found/0', done: true, changedAt: 1 },
		{ kind: 'module', key: '90', done: true, changedAt: 1 },
		{ kind: 'section', key: '90/be-found', done: true, changedAt: 1 },
	]
	const merged = (await (await post('/api/progress/merge', { entries }, learner.headers)).json()) as MergeProgressResponse
	expect(merged.entries.map(({ kind, key }) => `${kind} ${key}`).toSorted()).toEqual([
		'lesson-quiz 90/be-found',
		'step 90/be-found/0',
		'task 90/be-found',
	])
	expect(merged.refused.map(({ kind }) => kind).toSorted()).toEqual(['module', 'section'])
	const printed = await app.request('/api/exercises/exercises.pdf', { headers: learner.headers })
	expect(printed.status).toBe(200)
})
