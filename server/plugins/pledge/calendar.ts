import { createHash, randomBytes } from 'node:crypto'

import { paths } from '#contracts/paths.ts'
import type { CalendarAddress, PledgeResponse } from '#contracts/pledge.ts'
import { type CalendarEvent, writeCalendar } from '#domain/pledge/write-calendar.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { type PledgeRow, pledgeOfRow } from './pledge-rows.ts'
import { readStudyRecord } from './read-study.ts'
import { decideReminder } from './remind.ts'
import { readPledge } from './save-pledge.ts'

const TOKEN_BYTES = 32
const FILE_SHAPE = /^([\w-]{43})\.ics$/

/**
 * Creates the calendar's URL; the earlier one becomes invalid. Only a hash is stored, so the URL can't be shown again.
 * @throws ServiceError `pledge_not_found` (404)
 */
export async function makeCalendar(ctx: ServiceContext): Promise<CalendarAddress> {
	const token = randomBytes(TOKEN_BYTES).toString('base64url')
	const { numUpdatedRows } = await ctx.db
		.updateTable('pledges')
		.set({ feed_hash: sha256(token), feed_made_at: ctx.now() })
		.where('user_id', '=', requireLearnerId(ctx))
		.executeTakeFirst()
	if (numUpdatedRows === 0n) throw new ServiceError('not-found', 'pledge_not_found', 'Pick your evenings first')
	return { address: `${ctx.config.siteUrl}${paths.calendar(token)}` }
}

/** Revokes the calendar's URL. Idempotent. */
export async function revokeCalendar(ctx: ServiceContext): Promise<PledgeResponse> {
	await ctx.db.updateTable('pledges').set({ feed_hash: null, feed_made_at: null }).where('user_id', '=', requireLearnerId(ctx)).execute()
	return readPledge(ctx)
}

/** Returns the event shown while no section is open to the learner. */
const quietEvent = ({ config: { siteUrl }, content }: ServiceContext) => ({
	summary: `Course evening: ${content.site.name}`,
	description: `Your pledge: ${siteUrl}${paths.pledge}`,
	url: `${siteUrl}${paths.pledge}`,
})

async function describeEvent(
	ctx: ServiceContext,
	row: PledgeRow,
	study: Awaited<ReturnType<typeof readStudyRecord>>,
): Promise<CalendarEvent | null> {
	const { siteUrl } = ctx.config
	const decision = await decideReminder(ctx, ctx.db, { userId: row.user_id, study })
	if (!decision.ok && decision.ends) return null
	const uid = `pledge-${row.id}@${new URL(siteUrl).hostname}`
	if (!decision.ok) return { uid, ...quietEvent(ctx) }
	const url = `${siteUrl}${decision.step.href}`
	return { uid, summary: `${ctx.content.site.name}: ${decision.step.title}`, description: `${decision.step.sentence}\n${url}`, url }
}

/**
 * Returns the evenings as an iCalendar file. Anyone with the URL may read it: it names no one, only the next section. Empty after
 * the course or a refund.
 * @param file last segment of the URL
 * @throws ServiceError `not_found` (404) if the URL never existed or is no longer valid
 */
export async function readCalendar(ctx: ServiceContext, file: string): Promise<{ text: string; etag: string }> {
	const [, token] = FILE_SHAPE.exec(file) ?? []
	const row = token && (await ctx.db.selectFrom('pledges').selectAll().where('feed_hash', '=', sha256(token)).executeTakeFirst())
	if (!row) throw new ServiceError('not-found', 'not_found', 'We can’t find that calendar.')
	const study = await readStudyRecord(ctx.content, ctx.db, row.user_id)
	const text = writeCalendar({
		name: `${ctx.content.site.name} evenings`,
		producer: `-//${ctx.content.site.name}//Pledge//EN`,
		pledge: pledgeOfRow(row),
		since: row.since,
		changedAtMs: Math.max(row.changed_at.getTime(), study.changedAtMs),
		event: await describeEvent(ctx, row, study),
	})
	return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}
