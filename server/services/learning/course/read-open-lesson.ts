import type { LessonWithText } from '#content/derive-texts.ts'
import type { PublicLesson } from '#content/schema/lesson.ts'
import { checkLessonAccess, type LessonAccess, type LessonReader } from '#domain/gating/check-lesson-access.ts'
import type { GatedModule, ModuleId } from '#domain/gating/check-module-access.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hasModuleAccess } from '#server/services/learning/entitlements/entitlements.ts'
import { readProgressRows } from '#server/services/learning/progress/merge-learner-progress.ts'

/**
 * Records that a section's text was sent. Certificates and refunds rely on this record (docs/adr/0338, 0333): it is better
 * evidence than a browser's report. Visitors and operators' views are not recorded.
 */
export async function recordTextRead(ctx: ServiceContext, { moduleId, lessonId }: { moduleId: number; lessonId: string }): Promise<void> {
	if (ctx.actor.type !== 'learner' || ctx.onlyReads) return
	const now = ctx.now()
	const pauseMs = ctx.content.courseOf(moduleId).certificate.pauseMinutes * 60_000
	await ctx.db
		.insertInto('content_reads')
		.values({ user_id: ctx.actor.userId, module_id: moduleId, kind: 'lesson', content_id: lessonId, first_read_at: now, last_read_at: now })
		.onConflict((conflict) =>
			conflict
				.columns(['user_id', 'module_id', 'kind', 'content_id'])
				.doUpdateSet({ last_read_at: now })
				.where('content_reads.last_read_at', '<=', new Date(now.getTime() - pauseMs)),
		)
		.execute()
}

export type LessonRequest = {
	moduleId: string
	lessonId: string
	/** Completed modules reported by a signed-out browser. They are trusted, since they open nothing that is sold (docs/adr/0337). */
	claimed: readonly ModuleId[]
}

const REFUSALS = {
	'not-signed-up': { code: 'module_locked', message: 'Please sign up first' },
	'previous-incomplete': { code: 'module_locked', message: 'Complete the previous module first' },
	'not-enrolled': { code: 'not_enrolled', message: 'This lesson is part of the full course' },
} as const satisfies Record<Extract<LessonAccess, { allowed: false }>['reason'], { code: string; message: string }>

async function describeReader(ctx: ServiceContext, home: GatedModule, claimed: readonly ModuleId[]): Promise<LessonReader> {
	if (ctx.actor.type !== 'learner') return { completed: new Set(claimed), hasEntitlement: false }
	const { userId } = ctx.actor
	const [entries, hasEntitlement] = await Promise.all([readProgressRows(ctx.db, userId), hasModuleAccess(ctx.db, userId, home)])
	return { completed: completedModules(entries), hasEntitlement }
}

/** @throws ServiceError `module_locked` (403) with the gate's reason, `not_enrolled` (403) if only the entitlement is missing */
export async function requireOpenModule(ctx: ServiceContext, home: GatedModule, claimed: readonly ModuleId[]): Promise<void> {
	if (home.isFree && home.requires === null) return
	const access = checkLessonAccess(home, await describeReader(ctx, home, claimed), ctx.accessPolicy)
	if (access.allowed) return
	const { code, message } = REFUSALS[access.reason]
	throw new ServiceError('forbidden', code, message)
}

/** @throws ServiceError `lesson_not_found` (404), `module_locked`, `not_enrolled` (403) */
export async function readOpenLesson(ctx: ServiceContext, place: LessonRequest): Promise<LessonWithText> {
	const home = ctx.content.findGatedModule(place.moduleId)
	const lesson = home && ctx.content.readLesson(home.id, place.lessonId)
	if (!lesson) throw new ServiceError('not-found', 'lesson_not_found', 'We can’t find that lesson')
	await requireOpenModule(ctx, home, place.claimed)
	return lesson
}

/** Returns a rendered lesson, without the correct quiz answers. */
export async function readPublicLesson(ctx: ServiceContext, place: LessonRequest): Promise<PublicLesson> {
	const lesson = await readOpenLesson(ctx, place)
	// Lessons of a career track don't belong to a section.
	if (ctx.content.sectionsOf(lesson.moduleId).length > 0) await recordTextRead(ctx, { moduleId: lesson.moduleId, lessonId: lesson.id })
	return ctx.content.toPublicLesson(lesson)
}
