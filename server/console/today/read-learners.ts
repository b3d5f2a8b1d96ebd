import { sql } from 'kysely'

import { listStalledLearners } from '#server/console/learners/find-learners.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lastActivity } from '#server/services/learning/progress/merge-learner-progress.ts'
import { type DecisionSubject, isDoneOrSnoozed, formatBasisTime } from '#server/services/operations/queue/queue-decisions.ts'

const DAY_MS = 86_400_000
/** Maximum items of each kind in the queue. More appear as items are handled. */
const SHOWN = 5
/** Entitlements examined per query for stalled learners, in at most `TIMES` queries. */
const EXAMINED = 200
const TIMES = 15
const FAILED_DAYS = 30
const FAILED_TIMES = 3
const MAX_EXAMINED = 2000

export type StalledLearner = DecisionSubject & { email: string; grantedAt: Date; movedAt: Date | null }
export type FailedCheck = DecisionSubject & {
	userId: string
	email: string | null
	moduleId: number
	lessonId: string
	times: number
	best: string
	lastAt: Date
}

export async function readStalledLearners(ctx: ServiceContext): Promise<StalledLearner[]> {
	const found: StalledLearner[] = []
	const isLeftOut = isDoneOrSnoozed(ctx, {
		kind: 'stands-still',
		object: sql`entitlements.id::text`,
		basis: sql`coalesce(${formatBasisTime(sql`(select ${lastActivity} from progress_entries where user_id = decision.user_id)`)}, 'never')`,
	})
	let before: string | undefined
	for (let time = 0; time < TIMES && found.length < SHOWN; time += 1) {
		const { rows, next } = await listStalledLearners(ctx.db, { now: ctx.now(), before, isLeftOut, examined: EXAMINED })
		const items = rows.map(({ id, email, granted_at: grantedAt, moved_at: movedAt, user_id: userId }) => ({
			kind: 'stands-still' as const,
			object: id,
			basis: movedAt?.toISOString() ?? 'never',
			userId,
			email,
			grantedAt,
			movedAt,
		}))
		found.push(...items)
		if (next === null) break
		before = next
	}
	return found.slice(0, SHOWN)
}

/** Reads learners who failed a check at least three times within thirty days and haven't passed it, among the latest attempts. */
export async function readFailedChecks(ctx: ServiceContext): Promise<FailedCheck[]> {
	const { passPercent } = ctx.content.course.certificate
	const { rows } = await sql<{
		user_id: string
		email: string | null
		module_id: number
		lesson_id: string
		times: string
		best: string
		last_at: Date
	}>`
		with newest as materialized (
			select user_id, module_id, lesson_id, score, total, attempted_at from lesson_quiz_attempts
			where attempted_at >= ${new Date(ctx.now().getTime() - FAILED_DAYS * DAY_MS)} order by attempted_at desc limit ${MAX_EXAMINED}),
		failed as (
			select user_id, module_id, lesson_id, count(*) as times, max(attempted_at) as last_at,
				(array_agg(score || ' of ' || total order by score::float / greatest(total, 1) desc))[1] as best
			from newest group by user_id, module_id, lesson_id
			having count(*) >= ${FAILED_TIMES} and bool_and(score * 100 < total * ${passPercent}::int) and not ${isDoneOrSnoozed(ctx, {
				kind: 'failed-check',
				object: sql`concat_ws('/', newest.user_id, module_id, lesson_id)`,
				basis: formatBasisTime(sql`max(attempted_at)`),
			})})
		select failed.*, account.email from failed join auth.users as account on account.id = user_id
		order by last_at desc limit ${SHOWN}`.execute(ctx.db)
	return rows.map(({ user_id: userId, email, module_id: moduleId, lesson_id: lessonId, times, best, last_at: lastAt }) => ({
		kind: 'failed-check' as const,
		object: `${userId}/${moduleId}/${lessonId}`,
		basis: lastAt.toISOString(),
		userId,
		email,
		moduleId,
		lessonId,
		times: Number(times),
		best,
		lastAt,
	}))
}
