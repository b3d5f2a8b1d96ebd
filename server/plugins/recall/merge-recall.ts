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
 * Merges the memories of a lesson from a browser and returns the result: the later answer to each question. Idempotent. The
 * lesson or questions may no longer be in the course, since a browser may return after a new edition. An answer with a future
 * time counts as given now.
 * @throws ServiceError `recall_module_unknown` and `recall_module_closed` (409) if the module doesn't exist or the learner may
 * not read it, `recall_too_large` (409) if the result has too many questions, `storage_full` (413)
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

/** The caller locks the account, so that no concurrent request changes the sizes. */
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
