import type { ServiceContext } from '#server/context.ts'

/**
 * Writes down that this server hands a text of the course to a learner, the first time it does. It is what a certificate is
 * bound to (docs/decisions/0076): a browser can report what it opened, but not what left the server. Visitors leave no trace.
 */
export async function recordTextRead(
	ctx: ServiceContext,
	{ moduleId, kind, textId }: { moduleId: number; kind: 'lesson' | 'section'; textId: string },
): Promise<void> {
	if (ctx.actor.type !== 'learner') return
	await ctx.db
		.insertInto('text_reads')
		.values({ user_id: ctx.actor.userId, module_id: moduleId, kind, text_id: textId, first_read_at: ctx.now() })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
}
