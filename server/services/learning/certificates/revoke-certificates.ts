import { sql } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { type CertificateRow, requireCertificate } from './certificate-rows.ts'
import { openersOfCourse } from './course-evidence.ts'

type Revoked = { id: string; userId: string }

async function auditAll(ctx: ServiceContext, db: Db | Tx, revoked: readonly Revoked[]): Promise<void> {
	for (const { id, userId } of revoked)
		await recordAudit(ctx, db, { action: 'certificate_revoked', outcome: 'success', userId, detail: { certificate: id } })
}

/** SQL for the entitlements of the certificate's learner. */
const HELD = sql`from entitlements
	left join auth.users on users.id = certificates.user_id and users.email_confirmed_at is not null
	where entitlements.state <> 'revoked' and (entitlements.user_id = certificates.user_id or entitlements.email = users.email)`

/**
 * Stores the courses and modules that open the certificate's course now, so that a module added later doesn't invalidate it.
 */
const storeOpeners = ({ content }: ServiceContext, db: Db | Tx, userIds: readonly string[] | null) =>
	sql`update certificates set opener_module_ids = coalesce(opener_module_ids, course.modules),
			opener_course_ids = array(select distinct unnest(opener_course_ids || course.courses))
		from jsonb_to_recordset(${JSON.stringify(
			content.courses.map((course) => ({ id: course.id, ...openersOfCourse(course) })),
		)}::jsonb) as course (id text, courses text[], modules smallint[])
		where course.id = certificates.course_id and not coalesce(opener_course_ids @> course.courses, false)
			and revoked_at is null and (${userIds}::uuid[] is null or user_id = any(${userIds}::uuid[]))`.execute(db)

const BATCH = 1000

/**
 * Stores the openers of certificates from earlier versions, in batches, so that other transactions wait only briefly for the
 * rows.
 */
export async function storeMissingOpeners(ctx: ServiceContext): Promise<void> {
	for (let users: string[] | null = null; users === null || users.length > 0;) {
		const { rows } = await sql<{ user_id: string }>`select user_id from certificates
			where revoked_at is null and opener_course_ids is null and course_id = any(${ctx.content.courses.map(({ id }) => id)}::text[])
			order by id limit ${BATCH}`.execute(ctx.db)
		users = rows.map((row) => row.user_id)
		if (users.length > 0) await storeOpeners(ctx, ctx.db, users)
	}
}

/**
 * Revokes certificates of learners whose entitlements for the course are all revoked. Access that only expired doesn't revoke them. Call
 * it in the transaction that revokes an entitlement. Idempotent; a learner who buys again claims a new one.
 * @param userIds only these learners; all if omitted
 * @returns IDs of the certificates revoked by this call
 */
export async function revokeEndedCertificates(ctx: ServiceContext, db: Db | Tx, userIds?: readonly string[]): Promise<string[]> {
	if (userIds?.length === 0 || ctx.onlyReads) return []
	await storeOpeners(ctx, db, userIds ?? null)
	const ended = db
		.selectFrom('certificates')
		.select('id')
		.where('revoked_at', 'is', null)
		.$if(userIds !== undefined, (query) => query.where('user_id', 'in', userIds ?? []))
		.where(
			sql<boolean>`not exists (select ${HELD} and entitlements.course_ids && coalesce(opener_course_ids, array[course_id]))
				and not (coalesce(cardinality(opener_module_ids), 0) > 0 and opener_module_ids <@ array(select unnest(entitlements.module_ids) ${HELD}))`,
		)
		// Rows are locked in a fixed order, so that parallel revocations don't deadlock.
		.orderBy('id')
		.forUpdate('certificates')
	const revoked = await db
		.updateTable('certificates')
		.set({ revoked_at: ctx.now(), revoked_reason: 'access-ended' })
		.where('id', 'in', ended)
		.returning(['id', 'user_id as userId'])
		.execute()
	await auditAll(ctx, db, revoked)
	return revoked.map(({ id }) => id)
}

/**
 * Returns the certificate. Checks the learner's access first, so that it's never reported as valid once access was revoked.
 * @throws ServiceError `certificate_not_found` (404)
 */
export async function requireCheckedCertificate(ctx: ServiceContext, id: string): Promise<CertificateRow> {
	const row = await requireCertificate(ctx.db, id)
	const revoked = await revokeEndedCertificates(ctx, ctx.db, [row.user_id])
	return revoked.includes(id) ? requireCertificate(ctx.db, id) : row
}
