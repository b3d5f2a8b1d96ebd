import { Hono } from 'hono'

import {
	type LessonQuestions,
	MergeRecallRequestSchema,
	type MergeRecallResponse,
	RecallQuestionsQuerySchema,
	type RecallQuestionsResponse,
	type RecallResponse,
} from '#contracts/recall.ts'
import { type ModuleId, readModuleId } from '#domain/gating/check-module-access.ts'
import { RECORD_DAYS } from '#domain/privacy/periods.ts'
import { isSameMemory, type LessonMemory, MAX_QUESTIONS, mergeMemory, parseMemory } from '#domain/recall/recall-schedule.ts'
import { STORAGE_QUOTAS } from '#domain/storage/storage-quotas.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { withActor, withLearner } from '#server/http/api/middleware.ts'
import { type HttpContext, type HttpEnv, readJson } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { oneAtATime } from '#server/http/one-at-a-time.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireQuota, requireReader } from '#server/services/learning/course/keep-record.ts'
import { requireOpenModule } from '#server/services/learning/course/read-open-lesson.ts'
import { lockLearner } from '#server/services/learning/progress/merge-learner-progress.ts'
import { declareUserTable } from '#server/services/people/privacy/registry/table-rule.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readMemories, readMemory, writeMemory } from './memory-rows.ts'

/**
 * Merges answers, and keeps the later one to each question. Idempotent. Lesson or questions may no longer be in the course, since
 * a browser may return after a new edition. An answer with a future time counts as given now.
 * @throws ServiceError `recall_module_unknown`, `recall_module_closed`, `recall_too_large` (409), `storage_full` (413)
 */
async function mergeRecall(ctx: ServiceContext, report: LessonMemory): Promise<MergeRecallResponse> {
	const userId = requireLearnerId(ctx)
	const nowMs = ctx.now().getTime()
	const questions = Object.entries(report.questions).map(
		([id, { step, answeredAt }]) => [id, { step, answeredAt: Math.min(answeredAt, nowMs) }] as const,
	)
	const sent = { ...report, questions: Object.fromEntries(questions) }
	return inTransaction(ctx.db, async (tx) => {
		await lockLearner(tx, userId)
		return { ...(await store({ ...ctx, db: tx }, userId, sent)), now: nowMs }
	})
}

/** Stores the recall answers of a lesson. The caller locks the account, so that no concurrent request changes the sizes. */
async function store(ctx: ServiceContext & { db: Tx }, userId: string, sent: LessonMemory): Promise<Omit<MergeRecallResponse, 'now'>> {
	const { memory: held, bytes, storage } = await readMemory(ctx.db, userId, sent)
	const memory = mergeMemory(held ?? sent, sent)
	if (held && isSameMemory(held, memory)) return { memory, storage }
	await requireReader(ctx, 'recall_module', ctx.content.findGatedModule(sent.moduleId))
	if (Object.keys(memory.questions).length > MAX_QUESTIONS)
		throw new ServiceError('conflict', 'recall_too_large', 'This lesson is too large together with the answers from another browser')
	const after = requireQuota(storage, (await writeMemory(ctx.db, userId, memory)) - bytes, 'recall questions')
	return { memory, storage: after }
}

type LessonName = { moduleId: number; lessonId: string }

/**
 * Reads the questions of lessons. Omits lessons that don't exist or that the caller may not read.
 * @param claimed modules that a signed-out browser claims to have completed
 */
export async function readQuestions(
	ctx: ServiceContext,
	lessons: readonly LessonName[],
	claimed: readonly ModuleId[],
): Promise<LessonQuestions[]> {
	const moduleIds = [...new Set(lessons.map(({ moduleId }) => moduleId))]
	const isOpen = new Map<number, boolean>()
	// Check one module at a time. Each check reads the account's progress; all at once would use up the connection pool.
	for (const id of moduleIds) isOpen.set(id, await mayRead(ctx, id, claimed))
	const read = lessons
		.filter(({ moduleId }) => isOpen.get(moduleId))
		.map(async ({ moduleId, lessonId }) => {
			const lesson = ctx.content.readLesson(moduleId, lessonId)
			return lesson && { moduleId, lessonId, questions: lesson.blocks.recalls }
		})
	return (await Promise.all(read)).filter((lesson) => lesson !== null)
}

async function mayRead(ctx: ServiceContext, moduleId: number, claimed: readonly ModuleId[]): Promise<boolean> {
	const module = ctx.content.findGatedModule(moduleId)
	if (!module) return false
	try {
		await requireOpenModule(ctx, module, claimed)
		return true
	} catch (error) {
		if (error instanceof ServiceError && error.kind === 'forbidden') return false
		throw error
	}
}

function readListRequest(c: HttpContext) {
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

/** Creates `/api/recall`. Learners can access only their own answers; anyone who may read a lesson can read its questions. */
const createRecallApi = () =>
	new Hono<HttpEnv>()
		.use(limitBody())
		.get('/', withLearner, limitRate({ name: 'recall-list', points: 1200, seconds: 600 }), oneAtATime, async (c) => {
			const { ctx } = c.var
			return c.json({ ...(await readMemories(ctx.db, requireLearnerId(ctx))), now: ctx.now().getTime() } satisfies RecallResponse)
		})
		.get('/questions', withActor, limitRate({ name: 'recall-questions', points: 600, seconds: 600 }), oneAtATime, async (c) => {
			const { lessons, claimed } = readListRequest(c)
			return c.json({ lessons: await readQuestions(c.var.ctx, lessons, claimed) } satisfies RecallQuestionsResponse)
		})
		.post('/merge', withLearner, limitRate({ name: 'recall-merge', points: 1200, seconds: 600 }), async (c) =>
			c.json((await mergeRecall(c.var.ctx, await readJson(c, MergeRecallRequestSchema))) satisfies MergeRecallResponse),
		)

export const plugin: Plugin = {
	mount: (app) => void app.route('/api/recall', createRecallApi()),
	bodies: { 'POST /api/recall/merge': MergeRecallRequestSchema },
	queries: { 'GET /api/recall/questions': RecallQuestionsQuerySchema },
	openWithoutFactor: ['GET /api/recall', 'GET /api/recall/questions', 'POST /api/recall/merge'],
	openToViews: ['GET /api/recall', 'GET /api/recall/questions'],
	tables: [
		declareUserTable('recall_progress', {
			protection: 'learning',
			title: 'Recall questions',
			purpose: 'brings each question back when it is due, on every device',
			retention: { days: RECORD_DAYS, clock: 'stored_at' },
			exported: ['module_id', 'lesson_id', 'questions', 'stored_at'],
			imported: {
				quota: STORAGE_QUOTAS.recall,
				check({ module_id: moduleId, lesson_id: lessonId, questions }) {
					const memory = parseMemory({ moduleId, lessonId, questions })
					return memory && { module_id: memory.moduleId, lesson_id: memory.lessonId, questions: memory.questions }
				},
			},
		}),
	],
}
