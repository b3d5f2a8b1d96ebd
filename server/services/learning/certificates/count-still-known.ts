import type { Content } from '#content/load-content.server.ts'
import type { OwnStillKnown } from '#contracts/certificates.ts'
import { countStillKnown, MIN_QUESTIONS, opensAtMs, type StillKnown } from '#domain/certificates/still-known.ts'
import { coursesOf, MAIN_COURSE } from '#domain/gating/course-contents.ts'
import { KEPT_ATTEMPTS } from '#domain/storage/storage-quotas.ts'
import type { Db, Tx } from '#server/db/database.ts'

import type { CertificateRow } from './certificate-rows.ts'

type Context = { content: Content }

/**
 * Counts the questions the learner still answers correctly. Only knowledge checks that the server graded count; a browser's
 * report proves nothing.
 */
export async function countOf({ content }: Context, db: Db | Tx, row: CertificateRow): Promise<StillKnown> {
	const attempts = await db
		.selectFrom('lesson_quiz_attempts')
		.select(['module_id', 'lesson_id', 'score', 'total', 'attempted_at'])
		.where('user_id', '=', row.user_id)
		.execute()
	const own = attempts.filter(({ module_id: id }) => coursesOf(content.findGatedModule(id) ?? MAIN_COURSE).includes(row.course_id))
	const graded = own.map(({ module_id, lesson_id, score, total, attempted_at }) => ({
		lesson: `${module_id}/${lesson_id}`,
		atMs: attempted_at.getTime(),
		score,
		total,
	}))
	return countStillKnown(graded, { issuedAtMs: row.issued_at.getTime(), kept: KEPT_ATTEMPTS })
}

/** Returns the retention statement that the owner could publish now. */
export const readStillKnown = async (ctx: Context, db: Db | Tx, row: CertificateRow): Promise<OwnStillKnown> => ({
	opensAt: new Date(opensAtMs(row.issued_at.getTime())).toISOString(),
	counted: await countOf(ctx, db, row),
	needed: MIN_QUESTIONS,
})
