import { Hono } from 'hono'
import { etag } from 'hono/etag'

import { GradeLessonQuizRequestSchema, LessonQuerySchema, type LessonResponse } from '#contracts/course.ts'
import { readModuleId } from '#domain/gating/check-module-access.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import { gradeLesson } from '#server/services/learning/course/grade-lesson-quiz.ts'
import { readPublicLesson, type LessonPlace } from '#server/services/learning/course/read-open-lesson.ts'

import { apiErrors } from './errors.ts'
import { withActor } from './with-actor.ts'

function readClaim(c: HttpContext) {
	const { completed } = LessonQuerySchema.parse(c.req.query())
	return (completed?.split(',') ?? []).map(readModuleId).filter((moduleId) => moduleId !== null)
}

const decodeCursor = (c: HttpContext): LessonPlace => ({
	moduleId: c.req.param('moduleId') ?? '',
	lessonId: c.req.param('lessonId') ?? '',
	claimed: readClaim(c),
})

/** Cache header that keeps shared caches from serving one learner's response to another. */
const keptPrivately = cacheControl('private, no-cache')

/** Limit far above what a whole class behind one IP address needs, but below a scraper. */
const TEXT_LIMIT = { name: 'lesson-text', points: 600, seconds: 600 }

/** Creates `/api/course`: lesson bodies and grading, which public pages must not contain. Open to visitors. */
export function createCourseApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.use(limitBody(), withActor)
		.use('/modules/*', limitRate(TEXT_LIMIT), keptPrivately, etag({ weak: true }))
		.get('/modules/:moduleId/lessons/:lessonId', async (c) => {
			return c.json((await readPublicLesson(c.var.ctx, decodeCursor(c))) satisfies LessonResponse)
		})
		.post('/lessons/:moduleId/:lessonId/quiz', limitRate({ name: 'lesson-quiz', points: 600, seconds: 600 }), async (c) => {
			const request = await readJson(c, GradeLessonQuizRequestSchema)
			return c.json(await gradeLesson(c.var.ctx, decodeCursor(c), request))
		})
}
