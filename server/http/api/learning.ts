import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { z } from 'zod'

import {
	CERTIFICATE_FILE_MAX_BYTES,
	type ClaimCertificateResponse,
	ClaimCertificateSchema,
	type OwnCertificateResponse,
	type VerificationResponse,
} from '#contracts/certificates.ts'
import { GradeLessonQuizRequestSchema, LessonQuerySchema, type LessonResponse } from '#contracts/course.ts'
import {
	MergePlannerRequestSchema,
	type MergePlannerResponse,
	PlannerQuerySchema,
	type PlannerResponse,
	PrintPlannerRequestSchema,
} from '#contracts/planner.ts'
import { MergeProgressRequestSchema, type MergeProgressResponse, type ProgressResponse } from '#contracts/progress.ts'
import { readModuleId } from '#domain/gating/check-module-access.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import { type HttpContext, type HttpEnv, readJson } from '#server/http/environment.ts'
import { createLimiter, limitBody, limitRate } from '#server/http/limits.ts'
import { oneRequestPerAccount } from '#server/http/one-at-a-time.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import { sendFile } from '#server/http/send-file.ts'
import { claimCertificate } from '#server/services/learning/certificates/claim-certificate.ts'
import { readOwnCertificate, publishRetention, withdrawRetention } from '#server/services/learning/certificates/read-own-certificate.ts'
import { verifyCertificate, verifyCertificateFile } from '#server/services/learning/certificates/verify-certificate.ts'
import { gradeLesson } from '#server/services/learning/course/grade-lesson-quiz.ts'
import { type LessonRequest, readPublicLesson } from '#server/services/learning/course/read-open-lesson.ts'
import { listPlannerWeeks, mergePlannerWeek } from '#server/services/learning/planner/merge-planner-week.ts'
import { printPlanner } from '#server/services/learning/planner/print-planner.ts'
import { listProgress, mergeLearnerProgress } from '#server/services/learning/progress/merge-learner-progress.ts'

import { withActor, withLearner } from './middleware.ts'

/** Returns the modules that a visitor claims to have completed. */
function readClaim(c: HttpContext) {
	const { completed } = LessonQuerySchema.parse(c.req.query())
	return (completed?.split(',') ?? []).map(readModuleId).filter((moduleId) => moduleId !== null)
}

const readLessonPlace = (c: HttpContext): LessonRequest => ({
	moduleId: c.req.param('moduleId') ?? '',
	lessonId: c.req.param('lessonId') ?? '',
	claimed: readClaim(c),
})

/** Cache header that keeps shared caches from serving one learner's response to another. */
const privateCache = cacheControl('private, no-cache')

/** Rate limit for lesson texts: enough for a class behind one IP address, too low for a scraper. */
const TEXT_LIMIT = { name: 'lesson-text', points: 600, seconds: 600 }

/** Creates `/api/course`: lesson bodies and grading, which public pages must not contain. Open to visitors. */
export function createCourseApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody(), withActor)
		.use('/modules/*', limitRate(TEXT_LIMIT), privateCache, etag({ weak: true }))
		.get('/modules/:moduleId/lessons/:lessonId', async (c) => {
			return c.json((await readPublicLesson(c.var.ctx, readLessonPlace(c))) satisfies LessonResponse)
		})
		.post('/lessons/:moduleId/:lessonId/quiz', limitRate({ name: 'lesson-quiz', points: 600, seconds: 600 }), async (c) => {
			const request = await readJson(c, GradeLessonQuizRequestSchema)
			return c.json(await gradeLesson(c.var.ctx, readLessonPlace(c), request))
		})
}

const presentEntries = (entries: readonly ProgressEntry[]) =>
	entries.map(({ detail, ...entry }) => (detail === undefined ? entry : { ...entry, detail: { ...detail } }))

/** Creates `/api/progress`. Every call affects only the caller's own progress. */
export function createProgressApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody(), withLearner)
		.get('/', async (c) => c.json({ entries: presentEntries(await listProgress(c.var.ctx)) } satisfies ProgressResponse))
		.post('/merge', limitRate({ name: 'progress-merge', points: 1200, seconds: 600 }), async (c) => {
			const { entries } = await readJson(c, MergeProgressRequestSchema)
			const merged = await mergeLearnerProgress(c.var.ctx, entries)
			const refused = merged.refused.map(({ entry, reason }) => ({ kind: entry.kind, key: entry.key, reason }))
			return c.json({ entries: presentEntries(merged.entries), refused } satisfies MergeProgressResponse)
		})
}

/** Creates `/api/planner`. Learners can access only their own weeks. Anyone can request the PDF, which isn't stored. */
export function createPlannerApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody())
		.get('/', withLearner, limitRate({ name: 'planner-list', points: 1200, seconds: 600 }), oneRequestPerAccount, async (c) => {
			const { before = null } = PlannerQuerySchema.parse(c.req.query())
			return c.json((await listPlannerWeeks(c.var.ctx, before)) satisfies PlannerResponse)
		})
		.post('/merge', withLearner, limitRate({ name: 'planner-merge', points: 1200, seconds: 600 }), async (c) => {
			const report = await readJson(c, MergePlannerRequestSchema)
			return c.json((await mergePlannerWeek(c.var.ctx, report)) satisfies MergePlannerResponse)
		})
		.post('/pdf', limitRate({ name: 'planner-pdf', points: 20, seconds: 600 }), async (c) => {
			const plan = await readJson(c, PrintPlannerRequestSchema)
			return sendFile(c, { name: 'weekly-planner.pdf', content: await printPlanner(c.var.ctx, plan) })
		})
}

const courseOf = (c: Context<HttpEnv>): string | null => c.req.query('course') ?? null

/** Creates `/api/certificates`. Responses aren't cached, because a certificate can be revoked. */
export function createCertificatesApi(): Hono<HttpEnv> {
	const statements = limitRate(createLimiter({ name: 'certificate-still-known', points: 60, seconds: 600 }))
	return new Hono<HttpEnv>()
		.use(limitBody())
		.get('/', withLearner, async (c) => c.json((await readOwnCertificate(c.var.ctx, courseOf(c))) satisfies OwnCertificateResponse))
		.post('/', withLearner, limitRate({ name: 'certificate-claim', points: 60, seconds: 600 }), async (c) => {
			const { name } = await readJson(c, ClaimCertificateSchema)
			return c.json({ certificate: await claimCertificate(c.var.ctx, { courseId: courseOf(c), name }) } satisfies ClaimCertificateResponse)
		})
		.put('/still-known', withLearner, statements, async (c) =>
			c.json((await publishRetention(c.var.ctx, courseOf(c))) satisfies OwnCertificateResponse),
		)
		.delete('/still-known', withLearner, statements, async (c) =>
			c.json((await withdrawRetention(c.var.ctx, courseOf(c))) satisfies OwnCertificateResponse),
		)
		.post('/check', limitRate({ name: 'certificate-check', points: 60, seconds: 600 }), limitBody(CERTIFICATE_FILE_MAX_BYTES), async (c) =>
			c.json((await verifyCertificateFile(c.var.ctx, await readJson(c, z.unknown()))) satisfies VerificationResponse),
		)
		.get('/:id', limitRate({ name: 'certificate-verify', points: 120, seconds: 600 }), async (c) =>
			c.json((await verifyCertificate(c.var.ctx, c.req.param('id'))) satisfies VerificationResponse),
		)
}
