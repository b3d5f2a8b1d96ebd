import type { Content } from '#content/load-content.server.ts'
import { oncePerContent } from '#content/once-per-content.ts'
import { describeDevice } from '#domain/auth/describe-device.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { contentsOf, findHolders } from '#server/services/learning/entitlements/entitlements.ts'

/** Maximum rows of each kind in one file. */
export const MAX_EVIDENCE_ROWS = 200

export type SignIn = { at: Date; action: string; address: string; device: string }
export type ServedText = { text: string; firstAt: Date; lastAt: Date }
export type CheckAttempt = { lesson: string; at: Date; score: number; total: number }
export type CourseUse = { readers: string[]; signIns: SignIn[]; served: ServedText[]; checks: CheckAttempt[] }

const SIGNED_IN = ['login', 'code_verified', 'factor_verified', 'external_sign_in'] as const

const titlesOf = oncePerContent(
	({ allTaughtModules, courseOf }) =>
		new Map(
			allTaughtModules.flatMap(({ id, sections }) =>
				sections.flatMap(({ lessonId, title }) => {
					const { id: courseId, title: course } = courseOf(id)
					const home = courseId === MAIN_COURSE_ID ? `Module ${id}` : course
					return lessonId === null ? [] : [[`${id}/${lessonId}`, `${home}: ${title}`] as const]
				}),
			),
		),
)
const titleOf = (content: Content, { moduleId, id }: { moduleId: number; id: string }) =>
	titlesOf(content).get(`${moduleId}/${id}`) ?? `Module ${moduleId}: ${id}`

/**
 * Lists the gated modules that the order didn't include. Omits modules that were removed from the content, because the order may have
 * included them.
 */
function listModulesNotBought(content: Content, order: OrderRow): number[] {
	const bought = content.modulesIn(contentsOf(order))
	return content.allGatedModules.map(({ id }) => id).filter((id) => !bought.has(id))
}

/**
 * Returns the activity of the accounts with access through an order: sign-ins since the order; texts read and checks taken at any time,
 * except in gated modules that the order doesn't include.
 */
export async function readCourseUse(content: Content, db: Db, order: OrderRow): Promise<CourseUse> {
	const readers = order.user_id === null ? await findHolders(db, order) : [order.user_id]
	if (readers.length === 0) return { readers, signIns: [], served: [], checks: [] }
	const signIns = await db
		.selectFrom('auth.audit_log_entries')
		.select(['action', 'ip_address', 'user_agent', 'created_at'])
		.where('user_id', 'in', readers)
		.where('action', 'in', SIGNED_IN)
		.where('outcome', '=', 'success')
		.where('created_at', '>=', order.created_at)
		.orderBy('created_at')
		.limit(MAX_EVIDENCE_ROWS)
		.execute()
	const notBought = listModulesNotBought(content, order)
	const reads = await db
		.selectFrom('content_reads')
		.select(['module_id', 'content_id', 'first_read_at', 'last_read_at'])
		.where('user_id', 'in', readers)
		.$if(notBought.length > 0, (query) => query.where('module_id', 'not in', notBought))
		.orderBy('first_read_at')
		.limit(MAX_EVIDENCE_ROWS)
		.execute()
	const checks = await db
		.selectFrom('lesson_quiz_attempts')
		.select(['module_id', 'lesson_id', 'attempted_at', 'score', 'total'])
		.where('user_id', 'in', readers)
		.$if(notBought.length > 0, (query) => query.where('module_id', 'not in', notBought))
		.orderBy('attempted_at')
		.limit(MAX_EVIDENCE_ROWS)
		.execute()
	return {
		readers,
		signIns: signIns.map(({ action, ip_address: address, user_agent: agent, created_at: at }) => ({
			at,
			action: action.replaceAll('_', ' '),
			address,
			device: describeDevice(agent),
		})),
		served: reads.map(({ module_id: moduleId, content_id: id, first_read_at: firstAt, last_read_at: lastAt }) => ({
			text: titleOf(content, { moduleId, id }),
			firstAt,
			lastAt,
		})),
		checks: checks.map(({ module_id: moduleId, lesson_id: id, attempted_at: at, score, total }) => ({
			lesson: titleOf(content, { moduleId, id }),
			at,
			score,
			total,
		})),
	}
}
