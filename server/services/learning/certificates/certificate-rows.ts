import { sql, type Selectable } from 'kysely'

import type { CertificateSummary } from '#contracts/certificates.ts'
import type { StillKnown } from '#domain/certificates/still-known.ts'
import type { SignedCredential } from '#server/adapters/credentials/port.ts'
import { type Db, isCanonicalUuid, type Tx } from '#server/db/database.ts'
import type { Certificates } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

export type CertificateRow = Omit<Selectable<Certificates>, 'credential'> & { credential: SignedCredential }

const toRow = (row: Selectable<Certificates>): CertificateRow => ({
	...row,
	credential: row.credential as SignedCredential, // only claimCertificate writes the column
})

/** Finds a certificate by ID; null if there is none, or the ID is malformed. */
export async function findCertificate(db: Db | Tx, id: string): Promise<CertificateRow | null> {
	if (!isCanonicalUuid(id)) return null
	const row = await db.selectFrom('certificates').selectAll().where('id', '=', id).executeTakeFirst()
	return row ? toRow(row) : null
}

/** @throws ServiceError `certificate_not_found` (404) */
export async function requireCertificate(db: Db | Tx, id: string): Promise<CertificateRow> {
	const row = await findCertificate(db, id)
	if (!row) throw new ServiceError('not-found', 'certificate_not_found', 'We can’t find that certificate')
	return row
}

/** Returns the newest certificate, preferring a valid one to a revoked one. */
export async function findLearnerCertificate(db: Db | Tx, userId: string, courseCode: string): Promise<CertificateRow | null> {
	const row = await db
		.selectFrom('certificates')
		.selectAll()
		.where('user_id', '=', userId)
		.where('course_code', '=', courseCode)
		.orderBy(sql`revoked_at is null`, 'desc')
		.orderBy('issued_at', 'desc')
		.executeTakeFirst()
	return row ? toRow(row) : null
}

export async function summarizeCertificate(ctx: Pick<ServiceContext, 'certificates'>, row: CertificateRow): Promise<CertificateSummary> {
	return {
		id: row.id,
		name: row.learner_name,
		courseName: row.course_name,
		issuedAt: row.issued_at.toISOString(),
		revokedAt: row.revoked_at?.toISOString() ?? null,
		stillKnown: row.still_known_at && { ...(row.still_known as StillKnown), statedAt: row.still_known_at.toISOString() },
		hasPdf: await ctx.certificates.canPrint(row.learner_name),
	}
}
