import type { TaughtCourse } from '#content/derive-further-courses.ts'
import type { Content } from '#content/load-content.server.ts'
import type { CertificateTaskWords, OwnCertificateResponse } from '#contracts/certificates.ts'
import type { CertificateTask } from '#domain/certificates/may-issue-certificate.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { findLearnerCertificate, summarizeCertificate } from './certificate-rows.ts'
import { readStillKnown } from './count-still-known.ts'
import { judgeLearner, requireCertifiedCourse } from './course-evidence.ts'
import { revokeEndedCertificates } from './revoke-certificates.ts'

function describe(content: Content, { certificate }: TaughtCourse, task: CertificateTask): CertificateTaskWords {
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
	const verdict = await judgeLearner(ctx.content, ctx.db, { course, userId })
	return {
		status: 'open',
		suggestedName: await readAccountName(ctx, userId),
		isPaid: verdict.allowed || verdict.isPaid,
		left: verdict.allowed ? [] : verdict.left.map((task) => describe(ctx.content, course, task)),
		revoked: certificate,
	}
}
