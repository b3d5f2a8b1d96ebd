import { randomUUID } from 'node:crypto'

import type { TaughtCourse } from '#content/derive-further-courses.ts'
import type { Content } from '#content/load-content.server.ts'
import type { CertificateTaskWords, OwnCertificateResponse, OwnStillKnown } from '#contracts/certificates.ts'
import { paths } from '#contracts/paths.ts'
import { issuerDid } from '#domain/certificates/issuer-did.ts'
import type { CertificateTask } from '#domain/certificates/may-issue-certificate.ts'
import {
	countStillKnown,
	formatStillKnown,
	hasAskedEnough,
	MIN_QUESTIONS,
	opensAtMs,
	type StillKnown,
} from '#domain/certificates/still-known.ts'
import { coursesThatOpen, MAIN_COURSE } from '#domain/gating/course-contents.ts'
import { KEPT_ATTEMPTS } from '#domain/storage/storage-quotas.ts'
import type { Credential, SignedCredential } from '#server/adapters/credentials/port.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockLearner } from '#server/services/learning/progress/merge-learner-progress.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { type CertificateRow, findLearnerCertificate, requireCertificate, summarizeCertificate } from './certificate-rows.ts'
import { CREDENTIAL_CONTEXTS, isoSeconds } from './claim-certificate.ts'
import { checkCertificateClaim, requireCertifiedCourse } from './course-evidence.ts'
import { ensureIssuerKeys } from './issuer-keys.ts'
import { revokeEndedCertificates } from './revoke-certificates.ts'

type Context = { content: Content }

/**
 * Counts the questions the learner still answers correctly. Only knowledge checks that the server graded count; a browser's
 * report proves nothing.
 */
export async function countRetained({ content }: Context, db: Db | Tx, row: CertificateRow): Promise<StillKnown> {
	const attempts = await db
		.selectFrom('lesson_quiz_attempts')
		.select(['module_id', 'lesson_id', 'score', 'total', 'attempted_at'])
		.where('user_id', '=', row.user_id)
		.execute()
	const own = attempts.filter(({ module_id: id }) => coursesThatOpen(content.findGatedModule(id) ?? MAIN_COURSE).includes(row.course_id))
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
	counted: await countRetained(ctx, db, row),
	needed: MIN_QUESTIONS,
})

function describeTask(content: Content, { certificate }: TaughtCourse, task: CertificateTask): CertificateTaskWords {
	const { pauseMinutes, passPercent } = certificate
	if (task.kind === 'another-sitting') return { kind: task.kind, pauseMinutes }
	const { title, sections } = content.modulePage(task.moduleId)
	const place = { moduleId: task.moduleId, moduleTitle: title }
	if (task.kind === 'complete-module') return { kind: task.kind, ...place }
	const sectionTitle = sections.find(({ id }) => id === task.sectionId)?.title ?? task.sectionId
	const section = { ...place, sectionId: task.sectionId, sectionTitle }
	return task.kind === 'open-section' ? { kind: task.kind, ...section } : { kind: task.kind, ...section, passPercent }
}

async function readAccountName(ctx: ServiceContext, userId: string): Promise<string> {
	const row = await ctx.db.selectFrom('auth.users').select('raw_user_meta_data').where('id', '=', userId).executeTakeFirst()
	const { name } = (row?.raw_user_meta_data ?? {}) as { name?: unknown }
	return typeof name === 'string' ? name.trim() : ''
}

/**
 * Returns the learner's certificate, or the requirements that are still open.
 * @param courseId null for the main course
 * @throws ServiceError `course_unknown` (404)
 */
export async function readOwnCertificate(ctx: ServiceContext, courseId: string | null = null): Promise<OwnCertificateResponse> {
	const userId = requireLearnerId(ctx)
	const course = requireCertifiedCourse(ctx.content, courseId)
	await revokeEndedCertificates(ctx, ctx.db, [userId])
	const row = await findLearnerCertificate(ctx.db, userId, course.code)
	const certificate = row && (await summarizeCertificate(ctx, row))
	if (row && certificate && certificate.revokedAt === null)
		return { status: 'issued', certificate, stillKnown: await readStillKnown(ctx, ctx.db, row) }
	const verdict = await checkCertificateClaim(ctx.content, ctx.db, { course, userId })
	return {
		status: 'open',
		suggestedName: await readAccountName(ctx, userId),
		isPaid: verdict.allowed || verdict.isPaid,
		left: verdict.allowed ? [] : verdict.left.map((task) => describeTask(ctx.content, course, task)),
		revoked: certificate,
	}
}

type Statement = { row: CertificateRow; counted: StillKnown; issuer: string; siteUrl: string; now: Date }

/** Builds an Open Badges 3.0 credential, without the proof. It uses the certificate's status entry, so both are revoked together. */
const buildStatement = (content: Content, { row, counted, issuer, siteUrl, now }: Statement): Credential => ({
	'@context': CREDENTIAL_CONTEXTS,
	id: `urn:uuid:${randomUUID()}`,
	type: ['VerifiableCredential', 'OpenBadgeCredential'],
	issuer: { id: issuer, type: ['Profile'], name: content.site.name, url: siteUrl },
	validFrom: isoSeconds(now),
	name: `Still known: ${row.course_name}`,
	credentialSubject: {
		type: ['AchievementSubject'],
		identifier: [{ type: 'IdentityObject', hashed: false, identityHash: row.learner_name, identityType: 'name' }],
		achievement: {
			id: siteUrl + paths.certificate(row.id),
			type: ['Achievement'],
			achievementType: 'Achievement',
			name: `Still known: ${row.course_name}`,
			description: `Results of answering the course’s knowledge checks again, by the owner of certificate ${row.id}.`,
			criteria: { narrative: `${formatStillKnown(counted)} Graded by the course itself, without supervision.` },
		},
	},
	credentialStatus: row.credential.credentialStatus,
})

/** @throws ServiceError `certificate_not_found` (404) if the learner has no valid certificate */
async function requireOwn(tx: Tx, { code }: TaughtCourse, userId: string): Promise<CertificateRow> {
	const row = await findLearnerCertificate(tx, userId, code)
	if (!row || row.revoked_at !== null) throw new ServiceError('not-found', 'certificate_not_found', 'We can’t find that certificate')
	return row
}

/**
 * Publishes the learner's retention statement.
 * @throws ServiceError `course_unknown`, `certificate_not_found` (404), `still_known_too_few` (409) if too few questions count so far
 */
export async function publishRetention(ctx: ServiceContext, courseId: string | null): Promise<OwnCertificateResponse> {
	const userId = requireLearnerId(ctx)
	const course = requireCertifiedCourse(ctx.content, courseId)
	await inTransaction(ctx.db, async (tx) => {
		await lockLearner(tx, userId)
		const row = await requireOwn(tx, course, userId)
		const counted = await countRetained(ctx, tx, row)
		if (!hasAskedEnough(counted)) {
			const message = `Only ${counted.asked} of the required ${MIN_QUESTIONS} questions count so far`
			throw new ServiceError('conflict', 'still_known_too_few', message)
		}
		const { publicUrl: siteUrl } = ctx.config
		const { current } = await ensureIssuerKeys(ctx, tx)
		const issuer = issuerDid(siteUrl, current.publicMultibase)
		// The time is in whole seconds, as in the signed credential.
		const now = new Date(isoSeconds(ctx.now()))
		const statement = await ctx.credentials.sign(buildStatement(ctx.content, { row, counted, issuer, siteUrl, now }), {
			issuer,
			key: current,
			now,
		})
		const values = { still_known: JSON.stringify(counted), still_known_at: now, still_known_statement: JSON.stringify(statement) }
		await tx.updateTable('certificates').set(values).where('id', '=', row.id).execute()
	})
	return readOwnCertificate(ctx, course.id)
}

/**
 * Withdraws the learner's retention statement. Idempotent.
 * @throws ServiceError `course_unknown` (404)
 */
export async function withdrawRetention(ctx: ServiceContext, courseId: string | null): Promise<OwnCertificateResponse> {
	const course = requireCertifiedCourse(ctx.content, courseId)
	await ctx.db
		.updateTable('certificates')
		.set({ still_known: null, still_known_at: null, still_known_statement: null })
		.where('user_id', '=', requireLearnerId(ctx))
		.where('course_id', '=', course.id)
		.execute()
	return readOwnCertificate(ctx, course.id)
}

/** @throws ServiceError `certificate_not_found` (404), also if the certificate has no retention statement */
export async function readStatement(ctx: ServiceContext, id: string): Promise<SignedCredential> {
	const { still_known_statement: statement } = await requireCertificate(ctx.db, id)
	if (!statement) throw new ServiceError('not-found', 'certificate_not_found', 'This certificate doesn’t say what is still known')
	return statement as SignedCredential // only publishRetention writes the column
}
