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
import { withActor, withLearner } from '#server/http/api/middleware.ts'
import { type HttpContext, type HttpEnv, readJson } from '#server/http/environment.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { oneRequestPerAccount } from '#server/http/one-at-a-time.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireOpenModule } from '#server/services/learning/course/read-open-lesson.ts'
import {
	createImportRule,
	keepRecord,
	readRecords,
	type RecordTable,
	requireModuleAccessForRecord,
} from '#server/services/learning/records/keep-record.ts'
import { declareUserTable } from '#server/services/people/privacy/registry/table-rule.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

const recallTable: RecordTable<LessonMemory> = {
	name: 'recall_progress',
	key: { module_id: 'moduleId', lesson_id: 'lessonId' },
	body: ['questions'],
	parse: parseMemory,
	merge: mergeMemory,
	isSame: isSameMemory,
	quota: STORAGE_QUOTAS.recall,
	what: 'recall questions',
}

/**
 * Merges answers; the later answer to each question wins. Idempotent. The lesson or its questions may no longer be in the course, because a
 * browser may come back after the course has changed. An answer with a future time counts as given now.
 * @throws ServiceError `recall_module_unknown`, `recall_module_closed`, `recall_too_large` (409), `storage_full` (413)
 */
async function mergeRecall(ctx: ServiceContext, report: LessonMemory): Promise<MergeRecallResponse> {
	const nowMs = ctx.now().getTime()
	const questions = Object.entries(report.questions).map(
		([id, { step, answeredAt }]) => [id, { step, answeredAt: Math.min(answeredAt, nowMs) }] as const,
	)
	const { record: memory, storage } = await keepRecord(ctx, recallTable, {
		sent: { ...report, questions: Object.fromEntries(questions) },
		async check(locked, { record }) {
			await requireModuleAccessForRecord(locked, 'recall_module', ctx.content.findGatedModule(report.moduleId))
			const message = 'This lesson is too large together with the answers from another browser'
			if (Object.keys(record.questions).length > MAX_QUESTIONS) throw new ServiceError('conflict', 'recall_too_large', message)
		},
	})
	return { memory, storage, now: nowMs }
}

type LessonName = { moduleId: number; lessonId: string }

/**
 * Reads the questions of lessons. Omits lessons that don't exist or that the caller may not read.
 * @param claimed modules that a signed-out browser claims to have completed
 */
export async function readLessonQuestions(
	ctx: ServiceContext,
	lessons: readonly LessonName[],
	claimed: readonly ModuleId[],
): Promise<LessonQuestions[]> {
	const moduleIds = [...new Set(lessons.map(({ moduleId }) => moduleId))]
	const isOpen = new Map<number, boolean>()
	// Check one module at a time: each check reads the account's progress, and all at once would use up the connection pool.
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
		.get('/', withLearner, limitRate({ name: 'recall-list', points: 1200, seconds: 600 }), oneRequestPerAccount, async (c) => {
			const { ctx } = c.var
			const { records: memories, storage } = await readRecords(ctx.db, recallTable, requireLearnerId(ctx))
			return c.json({ memories, storage, now: ctx.now().getTime() } satisfies RecallResponse)
		})
		.get('/questions', withActor, limitRate({ name: 'recall-questions', points: 600, seconds: 600 }), oneRequestPerAccount, async (c) => {
			const { lessons, claimed } = readListRequest(c)
			return c.json({ lessons: await readLessonQuestions(c.var.ctx, lessons, claimed) } satisfies RecallQuestionsResponse)
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
			imported: createImportRule(recallTable),
		}),
	],
}
