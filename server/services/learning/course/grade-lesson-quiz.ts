import { sql } from 'kysely'

import { toQuizKey } from '#content/lessons.ts'
import type { Lesson } from '#content/schema/lesson.ts'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse } from '#contracts/course.ts'
import { mergeProgress } from '#domain/progress/merge-progress.ts'
import { progressKey, type ProgressEntry } from '#domain/progress/progress-entry.ts'
import { gradeLessonQuiz, type GradedLessonQuiz } from '#domain/quiz/lesson-quiz.ts'
import { KEPT_ATTEMPTS } from '#domain/storage/storage-quotas.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockLearner, readProgressRows, writeProgressOf } from '#server/services/learning/progress/merge-learner-progress.ts'

import { readOpenLesson, type LessonRequest } from './read-open-lesson.ts'

/**
 * Grades a lesson's quiz. Anyone who may read the lesson gets the result; a learner's attempt is also stored, once.
 * @throws ServiceError `lesson_not_found` (404), `module_locked`, `not_enrolled` (403), and `answers_incomplete` (400) unless
 * every question has exactly one answer
 */
export async function gradeLesson(
	ctx: ServiceContext,
	place: LessonRequest,
	request: GradeLessonQuizRequest,
): Promise<GradeLessonQuizResponse> {
	const lesson = await readOpenLesson(ctx, place)
	const key = toQuizKey(lesson)
	const hasQuestions = lesson.quiz.length > 0
	const isOption = request.answers.every((answer, index) => answer < (lesson.quiz[index]?.options.length ?? 0))
	const graded =
		hasQuestions && isOption
			? gradeLessonQuiz(
					request.answers,
					key.map(({ correct }) => correct),
				)
			: null
	if (!graded)
		throw new ServiceError('invalid', 'answers_incomplete', 'Answer every question first', {
			fields: { answers: 'Answer every question first' },
		})

	if (ctx.actor.type === 'learner') await storeAttempt(ctx, { userId: ctx.actor.userId, lesson, request, graded })
	const results = graded.results.map((result, index) => ({ ...result, explanation: key[index]?.explanation ?? '' }))
	return { score: graded.score, total: graded.total, results }
}

type Attempt = { userId: string; lesson: Lesson; request: GradeLessonQuizRequest; graded: GradedLessonQuiz }

async function storeAttempt(ctx: ServiceContext, { userId, lesson, request, graded }: Attempt): Promise<void> {
	const { score, total } = graded
	const entry: ProgressEntry = {
		kind: 'lesson-quiz',
		key: progressKey.lesson(lesson.moduleId, lesson.id),
		done: true,
		changedAt: ctx.now().getTime(),
		detail: { score, total },
	}
	await inTransaction(ctx.db, async (tx) => {
		await lockLearner(tx, userId)
		const fresh = await tx
			.insertInto('lesson_quiz_attempts')
			.values({
				user_id: userId,
				attempt_id: request.attemptId,
				module_id: lesson.moduleId,
				lesson_id: lesson.id,
				answers: JSON.stringify(request.answers),
				score,
				total,
				attempted_at: ctx.now(),
			})
			.onConflict((conflict) => conflict.columns(['user_id', 'attempt_id']).doNothing())
			.returning('attempt_id')
			.execute()
		if (fresh.length === 0) return
		await forgetOldAttempts(tx, userId, lesson)
		const held = (await readProgressRows(tx, userId)).filter(({ kind, key }) => kind === entry.kind && key === entry.key)
		const merged = mergeProgress(held, [entry]).map((each) => ({ userId, entry: each, storedAt: ctx.now() }))
		await writeProgressOf(tx, merged)
	})
}

/** Deletes old attempts. Attempts are unlimited, so only the newest are kept. */
const forgetOldAttempts = (tx: Tx, userId: string, lesson: Lesson) =>
	sql`delete from lesson_quiz_attempts where (user_id, attempt_id) in (
		select user_id, attempt_id from lesson_quiz_attempts
		where user_id = ${userId}::uuid and module_id = ${lesson.moduleId} and lesson_id = ${lesson.id}
		order by attempted_at desc, attempt_id offset ${KEPT_ATTEMPTS})`.execute(tx)
