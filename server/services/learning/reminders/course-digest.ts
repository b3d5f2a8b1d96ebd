import type { Content } from '#content/load-content.server.ts'
import { findModule } from '#domain/gating/check-module-access.ts'
import { opensNothing } from '#domain/gating/course-contents.ts'
import { localDayOfPhone, nextWakingTime } from '#domain/sms/quiet-hours.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hasModuleAccess, readOpened } from '#server/services/learning/entitlements/entitlements.ts'
import { readCourseCatalog } from '#server/services/learning/progress/course-catalog.ts'
import { mayNotify, queueSms, type Recipient, type Suppression } from '#server/services/messaging/sms/queue-sms.ts'
import { progressDigestText } from '#server/services/messaging/sms/sms-texts.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'

/** Delay before a digest, so that it covers a whole study session. */
const DIGEST_DELAY_MS = 30 * 60_000
const DAY_MS = 86_400_000

export type PassedSection = { moduleId: number; sectionId: string }
export type DigestAnswer = { success: boolean; message: string }

const REASONS: Record<Suppression, string> = {
	'sms-off': 'Text messages aren’t available',
	'no-verified-number': 'No verified phone number',
	'preference-off': 'Course progress messages are switched off',
	'no-consent': 'You haven’t agreed to text messages to this number',
	'opted-out': 'This number has opted out',
	'number-refused': 'This number can’t receive text messages',
}

async function requireSection(content: Content, { moduleId, sectionId }: PassedSection): Promise<void> {
	const catalog = readCourseCatalog(content)
	const known = findModule(catalog.modules, moduleId)
	if (!known?.sectionIds.includes(sectionId)) throw new ServiceError('unprocessable', 'section_unknown', 'The course has no such section')
}

/** Queues a digest for today in the number's time zone, or for tomorrow if today's was sent already. */
async function queueDigest(ctx: ServiceContext, tx: Tx, to: Recipient): Promise<void> {
	const zoned = { e164: to.phone, country: to.country }
	for (const notBeforeMs of [ctx.now().getTime() + DIGEST_DELAY_MS, ctx.now().getTime() + DAY_MS]) {
		const sendAtMs = nextWakingTime(zoned, notBeforeMs)
		if (sendAtMs === null) return
		const dedupeKey = `digest:${to.userId}:${localDayOfPhone(zoned, sendAtMs)}`
		const known = await tx.selectFrom('sms_messages').select('status').where('dedupe_key', '=', dedupeKey).executeTakeFirst()
		if (known?.status === 'queued') return
		if (known) continue
		await queueSms(ctx, tx, { to, text: { kind: 'course_progress', body: null, dedupeKey, notBeforeMs } })
		return
	}
}

/**
 * Records that a learner passed a section, and queues a digest, at most one a day. If no SMS can be sent, the response gives the
 * reason.
 * @throws ServiceError `section_unknown` (422), `not_authenticated` (401)
 */
export async function recordSectionPassed(ctx: ServiceContext, passed: PassedSection): Promise<DigestAnswer> {
	const userId = requireLearnerId(ctx)
	await requireSection(ctx.content, passed)
	await prepareKeys(ctx)
	const recipient = await mayNotify(ctx, ctx.db, { userId, kind: 'course_progress' })
	if (!recipient.ok) return { success: false, message: REASONS[recipient.why] }
	if (!(await hasModuleAccess(ctx.db, userId, ctx.content.gatedModule(passed.moduleId))))
		return { success: false, message: 'Only learners with the course get progress messages' }
	return inTransaction(ctx.db, async (tx) => {
		const row = await tx
			.insertInto('sms_course_events')
			.values({ user_id: userId, module_id: passed.moduleId, section_id: passed.sectionId, created_at: ctx.now() })
			.onConflict((conflict) => conflict.columns(['user_id', 'module_id', 'section_id']).doNothing())
			.returning('section_id')
			.executeTakeFirst()
		if (!row) return { success: true, message: 'This section is already counted' }
		await queueDigest(ctx, tx, recipient.to)
		return { success: true, message: 'Your daily digest will mention it' }
	})
}

/** Composes the text when the digest is sent. Null if there is nothing to report, or the learner has lost access. */
export async function composeDigest(
	ctx: ServiceContext,
	tx: Tx,
	{ id, user_id: userId }: { id: string; user_id: string },
): Promise<string | null> {
	if (opensNothing(await readOpened(tx, userId))) return null
	const passed = await tx
		.updateTable('sms_course_events')
		.set({ message_id: id })
		.where('user_id', '=', userId)
		.where((eb) => eb.or([eb('message_id', 'is', null), eb('message_id', '=', id)]))
		.returning(['module_id', 'created_at'])
		.execute()
	const latest = passed.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime())[0]
	return latest ? progressDigestText(ctx.content, { sections: passed.length, moduleId: latest.module_id }) : null
}
