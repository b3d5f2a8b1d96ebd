import { Hono } from 'hono'

import {
	type MergeRecallResponse,
	MergeRecallRequestSchema,
	RecallQuestionsQuerySchema,
	type RecallQuestionsResponse,
	type RecallResponse,
} from '#contracts/recall.ts'
import { readModuleId } from '#domain/gating/check-module-access.ts'
import { RECORD_DAYS } from '#domain/privacy/periods.ts'
import { apiErrors } from '#server/http/api/errors.ts'
import { withActor, withLearner } from '#server/http/api/with-actor.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { oneAtATime } from '#server/http/one-at-a-time.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import { declareOwn } from '#server/services/people/privacy/registry/table-rule.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readMemories } from './memory-rows.ts'
import { mergeRecall } from './merge-recall.ts'
import { type LessonName, readQuestions } from './read-questions.ts'

function readAsked(c: HttpContext) {
	const { lessons, completed = '' } = RecallQuestionsQuerySchema.parse(c.req.query())
	return {
		claimed: completed
			.split(',')
			.map(readModuleId)
			.filter((moduleId) => moduleId !== null),
		lessons: lessons.split(',').map((name): LessonName => {
			const [moduleId = '', lessonId = ''] = name.split('/')
			return { moduleId: Number(moduleId), lessonId }
		}),
	}
}

/** Creates `/api/recall`. Learners can access only their own memories; anyone who may read a lesson can read its questions. */
const createRecallApi = () =>
	new Hono<HttpEnv>()
		.onError(apiErrors)
		.use(limitBody())
		.get('/', withLearner, limitRate({ name: 'recall-list', points: 1200, seconds: 600 }), oneAtATime, async (c) => {
			const { ctx } = c.var
			return c.json({ ...(await readMemories(ctx.db, requireLearnerId(ctx))), now: ctx.now().getTime() } satisfies RecallResponse)
		})
		.get('/questions', withActor, limitRate({ name: 'recall-questions', points: 600, seconds: 600 }), oneAtATime, async (c) => {
			const { lessons, claimed } = readAsked(c)
			return c.json({ lessons: await readQuestions(c.var.ctx, lessons, claimed) } satisfies RecallQuestionsResponse)
		})
		.post('/merge', withLearner, limitRate({ name: 'recall-merge', points: 1200, seconds: 600 }), async (c) =>
			c.json((await mergeRecall(c.var.ctx, await readJson(c, MergeRecallRequestSchema))) satisfies MergeRecallResponse),
		)

/** A learner's answers to recall questions, and the questions to repeat. */
export const plugin: Plugin = {
	mount: (app) => void app.route('/api/recall', createRecallApi()),
	bodies: { 'POST /api/recall/merge': MergeRecallRequestSchema },
	queries: { 'GET /api/recall/questions': RecallQuestionsQuerySchema },
	openWithoutFactor: ['GET /api/recall', 'GET /api/recall/questions', 'POST /api/recall/merge'],
	openToViews: ['GET /api/recall', 'GET /api/recall/questions'],
	tables: [
		declareOwn('recall_progress', {
			protection: 'learning',
			title: 'Questions to recall',
			purpose: 'brings each question back when it is due, on every device',
			retention: { days: RECORD_DAYS, clock: 'stored_at' },
			exported: ['module_id', 'lesson_id', 'questions', 'stored_at'],
		}),
	],
}
