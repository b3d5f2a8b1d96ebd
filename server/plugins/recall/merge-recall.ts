import type { MergeRecallResponse } from '#contracts/recall.ts'
import { isSameMemory, type LessonMemory, MAX_QUESTIONS, mergeMemory } from '#domain/recall/remembered.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireReader, requireQuota } from '#server/services/learning/course/keep-record.ts'
import { lockLearner } from '#server/services/learning/progress/progress-rows.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readMemory, writeMemory } from './memory-rows.ts'

/**
 * Merges one lesson's memories from a browser and returns the union: the later answer to each question. Repeating a call changes nothing.
 * Lesson and questions may have left the course, since a browser may come back after a new edition. An answer from a clock that is ahead
 * counts as now.
 * @throws ServiceError `recall_module_unknown` and `recall_module_closed` (409) for a module that does not exist or that the learner may
 * not read, `recall_too_large` (409) where the union has too many questions, `storage_full` (413)
 */
export async function mergeRecall(ctx: ServiceContext, report: LessonMemory): Promise<MergeRecallResponse> {
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

/** The account is locked, so that no other request counts. */
async function store(ctx: ServiceContext & { db: Tx }, userId: string, sent: LessonMemory): Promise<Omit<MergeRecallResponse, 'now'>> {
	const { memory: held, bytes, storage } = await readMemory(ctx.db, userId, sent)
	const memory = mergeMemory(held ?? sent, sent)
	if (held && isSameMemory(held, memory)) return { memory, storage }
	await requireReader(ctx, 'recall_module', ctx.content.findGatedModule(sent.moduleId))
	if (Object.keys(memory.questions).length > MAX_QUESTIONS)
		throw new ServiceError('conflict', 'recall_too_large', 'This lesson and what another browser remembers are too much together')
	const after = requireQuota(storage, (await writeMemory(ctx.db, userId, memory)) - bytes, 'questions to recall')
	return { memory, storage: after }
}
