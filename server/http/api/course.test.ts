import { expect, test } from 'vitest'

import { toQuizKey } from '#content/lessons.ts'
import { loadedContent } from '#content/loaded.server.ts'
import type { GradeLessonQuizResponse, LessonResponse } from '#contracts/course.ts'
import type { ProgressResponse } from '#contracts/progress.ts'
import { createApp } from '#server/process/app.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const { readLesson } = loadedContent

const LESSON = 'skills-inventory-assessment'
const ATTEMPT = '11111111-1111-4111-8111-111111111111'

type Account = Awaited<ReturnType<typeof openCourse>>

async function openCourse() {
	const { deps } = await makeTestDeps()
	const lesson = readLesson(1, LESSON)
	if (!lesson) throw new Error(`the lesson ${LESSON} is gone`)
	return { app: createApp(deps), deps, learner: await makeLearner(deps), lesson, key: toQuizKey(lesson) }
}

const grade = async (
	{ app }: Account,
	body: unknown,
	{ headers = {}, lesson = `1/${LESSON}` }: { headers?: Record<string, string>; lesson?: string } = {},
) =>
	app.request(`/api/course/lessons/${lesson}/quiz`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	})

const errorOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

test('a lesson of module 1 is free, and doesn’t contain the quiz answers', async () => {
	const course = await openCourse()
	const response = await course.app.request(`/api/course/modules/1/lessons/${LESSON}`)
	const text = await response.text()
	const body = JSON.parse(text) as LessonResponse

	expect(response.status).toBe(200)
	expect(body).toMatchObject({ moduleId: 1, id: LESSON, difficulty: 'Beginner', steps: course.lesson.steps })
	expect(body.bodyHtml).toContain('<h3')
	expect(body.quiz.map((question) => Object.keys(question).toSorted())).toEqual(course.lesson.quiz.map(() => ['id', 'options', 'question']))
	for (const { explanation } of course.lesson.quiz) expect(text).not.toContain(JSON.stringify(explanation).slice(1, -1))
	expect(response.headers.get('cache-control')).toBe('private, no-cache')
})

test('a signed-out visitor gets a grade with explanations, and nothing is stored', async () => {
	const course = await openCourse()
	const answers = course.key.map(({ correct }, index) => (index === 0 ? (correct === 0 ? 1 : 0) : correct))
	const response = await grade(course, { attemptId: ATTEMPT, answers })

	expect(response.status).toBe(200)
	expect((await response.json()) as GradeLessonQuizResponse).toEqual({
		score: course.key.length - 1,
		total: course.key.length,
		results: course.key.map(({ correct, explanation }, index) => ({ isCorrect: index !== 0, correctIndex: correct, explanation })),
	})
	expect(await course.deps.db.selectFrom('lesson_quiz_attempts').selectAll().execute()).toEqual([])
})

test('a learner’s attempts are stored once each, and the best one counts', async () => {
	const course = await openCourse()
	const { headers, userId } = course.learner
	const right = course.key.map(({ correct }) => correct)
	const wrong = right.map((correct) => (correct === 0 ? 1 : 0))
	await grade(course, { attemptId: ATTEMPT, answers: right }, { headers })
	await grade(course, { attemptId: ATTEMPT, answers: right }, { headers })
	await grade(course, { attemptId: '22222222-2222-4222-8222-222222222222', answers: wrong }, { headers })

	const attempts = await course.deps.db.selectFrom('lesson_quiz_attempts').selectAll().orderBy('attempt_id').execute()
	expect(attempts).toEqual([
		expect.objectContaining({ user_id: userId, lesson_id: LESSON, module_id: 1, score: right.length, answers: right }),
		expect.objectContaining({ user_id: userId, score: 0, answers: wrong }),
	])
	const progress = (await (await course.app.request('/api/progress', { headers })).json()) as ProgressResponse
	expect(progress.entries).toEqual([
		expect.objectContaining({ kind: 'lesson-quiz', key: `1/${LESSON}`, done: true, detail: { score: right.length, total: right.length } }),
	])
})

test('two parallel requests with the same attempt ID store one attempt', async () => {
	const course = await openCourse()
	const answers = course.key.map(({ correct }) => correct)
	const calls = Array.from({ length: 5 }, () => grade(course, { attemptId: ATTEMPT, answers }, { headers: course.learner.headers }))
	expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
	expect(await course.deps.db.selectFrom('lesson_quiz_attempts').selectAll().execute()).toHaveLength(1)
})

test('an invalid token doesn’t block public lessons', async () => {
	const course = await openCourse()
	const headers = { authorization: 'Bearer a.b.c' }
	expect((await course.app.request(`/api/course/modules/1/lessons/${LESSON}`, { headers })).status).toBe(200)
	expect((await grade(course, { attemptId: ATTEMPT, answers: course.key.map(({ correct }) => correct) }, { headers })).status).toBe(200)
	expect(await course.deps.db.selectFrom('lesson_quiz_attempts').selectAll().execute()).toEqual([])
})

test.each([
	{ what: 'too few answers', body: { attemptId: ATTEMPT, answers: [0] }, status: 400, code: 'answers_incomplete' },
	{
		what: 'an answer to a question of another lesson',
		body: { attemptId: ATTEMPT, answers: [0, 0, 0, 0] },
		status: 400,
		code: 'answers_incomplete',
	},
	{ what: 'an unknown option', body: { attemptId: ATTEMPT, answers: [50, 0, 0] }, status: 400, code: 'answers_incomplete' },
	{ what: 'no answers', body: { attemptId: ATTEMPT }, status: 400, code: 'validation_failed' },
	{ what: 'an answer that isn’t a number', body: { attemptId: ATTEMPT, answers: ['0', '1', '2'] }, status: 400, code: 'validation_failed' },
	{ what: 'no attempt id', body: { answers: [0, 0, 0] }, status: 400, code: 'validation_failed' },
	{ what: 'an invalid attempt ID', body: { attemptId: 'first', answers: [0, 0, 0] }, status: 400, code: 'validation_failed' },
])('$what: $status $code, nothing stored', async ({ body, status, code }) => {
	const course = await openCourse()
	const response = await grade(course, body, { headers: course.learner.headers })
	expect(response.status).toBe(status)
	expect(await errorOf(response)).toBe(code)
	expect(await course.deps.db.selectFrom('lesson_quiz_attempts').selectAll().execute()).toEqual([])
})

test.each([
	{ path: `1/${'x'.repeat(500)}`, status: 404, code: 'lesson_not_found' },
	{ path: '1/no-such-lesson', status: 404, code: 'lesson_not_found' },
	{ path: '7/skills-inventory-assessment', status: 404, code: 'lesson_not_found' },
	{ path: '01/skills-inventory-assessment', status: 404, code: 'lesson_not_found' },
	{ path: '1/..%2f..%2f..%2fpackage', status: 404, code: 'lesson_not_found' },
	{ path: '1/%00', status: 404, code: 'lesson_not_found' },
])('the lesson $path: $status $code', async ({ path, status, code }) => {
	const { app } = await openCourse()
	const [moduleId, lessonId] = path.split('/')
	const response = await app.request(`/api/course/modules/${moduleId}/lessons/${lessonId}`)
	expect(response.status).toBe(status)
	expect(await errorOf(response)).toBe(code)
})

test('an invalid list of completed modules is refused', async () => {
	const { app } = await openCourse()
	const response = await app.request(`/api/course/modules/1/lessons/${LESSON}?completed=everything`)
	expect(response.status).toBe(400)
})

test('a lesson is compressed, and an unchanged one is answered with 304', async () => {
	const { app } = await openCourse()
	const headers = { 'Accept-Encoding': 'gzip, br' }
	const first = await app.request(`/api/course/modules/1/lessons/${LESSON}`, { headers })
	expect(first.headers.get('content-encoding')).toBe('br')
	expect(first.headers.get('vary')).toContain('Accept-Encoding')
	const etag = first.headers.get('etag') ?? ''
	const again = await app.request(`/api/course/modules/1/lessons/${LESSON}`, { headers: { ...headers, 'If-None-Match': etag } })
	expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([304, 'private, no-cache', ''])
})

test('an answer with tokens is never compressed', async () => {
	const { app } = await openCourse()
	for (const path of ['/auth/v1/token?grant_type=password', '/functions/v1/verify-code']) {
		const answer = await app.request(path, { method: 'POST', headers: { 'Accept-Encoding': 'br' }, body: '{}' })
		expect(answer.headers.get('vary') ?? '').not.toContain('Accept-Encoding')
	}
})
