import type { LessonQuestions } from '#contracts/recall.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireOpenModule } from '#server/services/learning/course/read-open-lesson.ts'

export type LessonName = { moduleId: number; lessonId: string }

/**
 * Returns the recall questions of those lessons that exist and that the caller may read, by the same rule as for a lesson's text.
 * @param claimed modules that a signed-out browser claims to have completed
 */
export async function readQuestions(
	ctx: ServiceContext,
	lessons: readonly LessonName[],
	claimed: readonly ModuleId[],
): Promise<LessonQuestions[]> {
	const asked = [...new Set(lessons.map(({ moduleId }) => moduleId))]
	const isOpen = new Map<number, boolean>()
	// Sequential: each check reads the account's progress, and all at once would use up the connection pool.
	for (const id of asked) isOpen.set(id, await mayRead(ctx, id, claimed))
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
