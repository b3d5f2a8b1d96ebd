import type { ServiceContext } from '#server/services/context.ts'

/**
 * Records that this server sent a text of the course to a learner: the first time, and the last time after a pause. Certificates
 * and refunds rely on this (docs/adr/0338, 0333), because the server's own record is better evidence than a browser's report.
 * Visitors and operators' views are not recorded.
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
