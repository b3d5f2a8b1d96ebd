import { sql } from 'kysely'
import { createHash, randomBytes, randomUUID } from 'node:crypto'

import type { TaughtCourse } from '#content/derive-further-courses.ts'
import type { Content } from '#content/load-content.server.ts'
import type { CertificateSummary } from '#contracts/certificates.ts'
import { coursePath, paths } from '#contracts/paths.ts'
import { checkCertificateName } from '#domain/certificates/certificate-name.ts'
import { issuerDid } from '#domain/certificates/issuer-did.ts'
import { placeInStatusList } from '#domain/certificates/status-list.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import type { Credential } from '#server/adapters/credentials/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findVerifiedEmail, findAccessAndLock } from '#server/services/learning/entitlements/entitlements.ts'
import { lockLearner } from '#server/services/learning/progress/merge-learner-progress.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { findLearnerCertificate, requireCertificate, summarizeCertificate } from './certificate-rows.ts'
import { checkCertificateClaim, openersOfCourse, requireCertifiedCourse } from './course-evidence.ts'
import { ensureIssuerKeys } from './issuer-keys.ts'

export const CREDENTIAL_CONTEXTS = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']

/** Text of every certificate. It must not claim an exam or an accreditation. */
export const CERTIFICATE_STATEMENT =
	'Opened and read every section of every module of the course, passed its knowledge checks and completed each module, over more than one sitting. A certificate of completion, issued by the course itself; it is not an accredited degree.'

/** Formats a time in whole seconds: verifiers may rewrite fractions, and the signed text must stay the same. */
export const isoSeconds = (date: Date) => date.toISOString().replace(/\.\d+/, '')

export type CertificateFacts = {
	id: string
	position: number
	course: Pick<TaughtCourse, 'id' | 'title' | 'description'>
	learnerName: string
	email: string
	issuedAt: Date
	issuer: string
	siteUrl: string
}

/**
 * Hashes the email address as Open Badges specifies. Anyone who knows the address can check that it matches, but the hash doesn't reveal
 * it.
 */
function hashIdentity(email: string) {
	const salt = randomBytes(16).toString('hex')
	const digest = createHash('sha256')
		.update(email + salt)
		.digest('hex')
	return { type: 'IdentityObject', hashed: true, identityHash: `sha256$${digest}`, identityType: 'emailAddress', salt }
}

/** Builds an Open Badges 3.0 credential, without the proof. */
export function buildCredential(content: Content, facts: CertificateFacts): Credential {
	const { list, index } = placeInStatusList(facts.position)
	const statusList = facts.siteUrl + paths.certificateStatusList(list)
	return {
		'@context': CREDENTIAL_CONTEXTS,
		id: `urn:uuid:${facts.id}`,
		type: ['VerifiableCredential', 'OpenBadgeCredential'],
		issuer: { id: facts.issuer, type: ['Profile'], name: content.site.name, url: facts.siteUrl },
		validFrom: isoSeconds(facts.issuedAt),
		name: facts.course.title,
		credentialSubject: {
			type: ['AchievementSubject'],
			identifier: [
				{ type: 'IdentityObject', hashed: false, identityHash: facts.learnerName, identityType: 'name' },
				hashIdentity(facts.email),
			],
			achievement: {
				id: facts.siteUrl + (facts.course.id === MAIN_COURSE_ID ? paths.modules : coursePath(facts.course.id)),
				type: ['Achievement'],
				achievementType: 'Certificate',
				name: facts.course.title,
				description: facts.course.description ?? content.site.description,
				criteria: { narrative: CERTIFICATE_STATEMENT },
			},
		},
		credentialStatus: {
			id: `${statusList}#${index}`,
			type: 'BitstringStatusListEntry',
			statusPurpose: 'revocation',
			statusListIndex: String(index),
			statusListCredential: statusList,
		},
	}
}

function requireName(typed: string): string {
	const verdict = checkCertificateName(typed)
	if (verdict.ok) return verdict.name
	throw new ServiceError('invalid', 'validation_failed', 'Please check the marked fields.', { fields: { name: verdict.message } })
}

type Claim = { course: TaughtCourse; userId: string }

async function requireReady(content: Content, tx: Tx, claim: Claim): Promise<void> {
	const verdict = await checkCertificateClaim(content, tx, claim)
	if (verdict.allowed) return
	if (!verdict.isPaid) throw new ServiceError('forbidden', 'certificate_not_paid', 'The signed certificate is part of the full course')
	throw new ServiceError('conflict', 'certificate_not_ready', 'You haven’t finished every part of the course yet')
}

async function requireEmail(tx: Tx, userId: string): Promise<string> {
	const email = await findVerifiedEmail(tx, userId)
	if (email === null) throw new ServiceError('forbidden', 'email_not_confirmed', 'Please confirm your email address first')
	return email
}

const nextPosition = (tx: Tx) =>
	sql<{ position: string }>`select nextval('certificates_position_seq') as position`
		.execute(tx)
		.then(({ rows }) => Number(rows[0]?.position))

async function issue(ctx: ServiceContext, tx: Tx, { course, ...learner }: Claim & { name: string }): Promise<string> {
	const { publicUrl: siteUrl } = ctx.config
	const { current } = await ensureIssuerKeys(ctx, tx)
	const issuer = issuerDid(siteUrl, current.publicMultibase)
	// Times are in whole seconds, as in the signed credential.
	const issuedAt = new Date(isoSeconds(ctx.now()))
	const [id, position] = [randomUUID(), await nextPosition(tx)]
	const email = await requireEmail(tx, learner.userId)
	const facts = {
		id,
		position,
		issuer,
		siteUrl,
		issuedAt,
		email,
		learnerName: learner.name,
		course,
	}
	const opener = openersOfCourse(course)
	const credential = await ctx.credentials.sign(buildCredential(ctx.content, facts), { issuer, key: current, now: issuedAt })
	await tx
		.insertInto('certificates')
		.values({
			id,
			position,
			user_id: learner.userId,
			course_id: course.id,
			course_code: course.code,
			course_name: course.title,
			learner_name: learner.name,
			issued_at: issuedAt,
			credential: JSON.stringify(credential),
			opener_course_ids: [...opener.courses],
			opener_module_ids: [...opener.modules],
		})
		.execute()
	await recordAudit(ctx, tx, { action: 'certificate_issued', outcome: 'success', userId: learner.userId, detail: { certificate: id } })
	return id
}

/**
 * Issues the learner's certificate of a course. If there is a valid one, returns it unchanged, even if another name was entered.
 * @param input.courseId null for the main course
 * @throws ServiceError `course_unknown` (404), `validation_failed` (400), `certificate_not_paid` or `email_not_confirmed` (403),
 * `certificate_not_ready` (409)
 */
export async function claimCertificate(ctx: ServiceContext, input: { courseId: string | null; name: string }): Promise<CertificateSummary> {
	const userId = requireLearnerId(ctx)
	const course = requireCertifiedCourse(ctx.content, input.courseId)
	const name = requireName(input.name)
	return inTransaction(ctx.db, async (tx) => {
		await findAccessAndLock(tx, userId, openersOfCourse(course))
		await lockLearner(tx, userId)
		const held = await findLearnerCertificate(tx, userId, course.code)
		if (held && held.revoked_at === null) return summarizeCertificate(ctx, held)
		await requireReady(ctx.content, tx, { course, userId })
		return summarizeCertificate(ctx, await requireCertificate(tx, await issue(ctx, tx, { course, userId, name })))
	})
}
