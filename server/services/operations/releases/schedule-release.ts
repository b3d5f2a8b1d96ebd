import { ContentProblem } from '#content/parsed-files.ts'
import type { Edits } from '#content/sources.ts'
import { type Db, inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { alertOperator } from '#server/services/messaging/operator-alerts/alert-operator.ts'

import { publishRelease } from './publish-release.ts'
import { findChangedFiles, lockReleases, readCurrent, readRelease } from './read-releases.ts'

export type NewSchedule = {
	dueAt: Date
	/** Number of the release that the changes are based on; null before the first one. */
	base: number | null
	/** Changed texts by file; null restores the shipped file. */
	changes: Edits
	authorId: string
	versions: readonly string[]
}

type Context = Pick<ServiceContext, 'db' | 'now'>

const endWaiting = (tx: Tx, now: Date) =>
	tx.updateTable('scheduled_releases').set({ ended_at: now, outcome: 'canceled' }).where('ended_at', 'is', null)

/**
 * Replaces the pending schedule. The caller has validated the changes.
 * @returns the schedule's ID
 * @throws ServiceError schedule_in_the_past (422)
 */
export const scheduleRelease = ({ db, now }: Context, { dueAt, base, changes, authorId, versions }: NewSchedule): Promise<string> =>
	inTransaction(db, async (tx) => {
		await lockReleases(tx)
		const message = 'This time has passed. Nothing was changed.'
		if (dueAt <= now()) throw new ServiceError('unprocessable', 'schedule_in_the_past', message, { fields: { due_at: message } })
		await endWaiting(tx, now()).execute()
		const row = { base, changes: JSON.stringify(changes), versions: [...versions], author_id: authorId, created_at: now(), due_at: dueAt }
		return (await tx.insertInto('scheduled_releases').values(row).returning('id').executeTakeFirstOrThrow()).id
	})

/** @returns false if there is no such schedule, or it has ended already */
export const cancelSchedule = ({ db, now }: Context, id: string): Promise<boolean> =>
	inTransaction(db, async (tx) => isUuid(id) && (await endWaiting(tx, now()).where('id', '=', id).executeTakeFirst()).numUpdatedRows > 0n)

export const readScheduledVersions = async (db: Db | Tx): Promise<readonly string[]> =>
	(await db.selectFrom('scheduled_releases').select('versions').where('ended_at', 'is', null).executeTakeFirst())?.versions ?? []

export const readLastSchedule = (db: Db | Tx) =>
	db.selectFrom('scheduled_releases').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

const readDue = (tx: Tx, now: Date) =>
	tx
		.selectFrom('scheduled_releases')
		.selectAll()
		.where('ended_at', 'is', null)
		.where('due_at', '<=', now)
		.forUpdate()
		.skipLocked()
		.executeTakeFirst()

type Schedule = NonNullable<Awaited<ReturnType<typeof readDue>>>

/** Lists files that another release has since changed differently, one sentence each. Neither text can be chosen automatically. */
async function listOverwritten(tx: Tx, { base }: Schedule, { live, merged }: { live: Edits; merged: Edits }): Promise<string[]> {
	const before = base === null ? {} : ((await readRelease(tx, base))?.edits ?? {})
	const changedSince = new Set(findChangedFiles(before, live))
	return findChangedFiles(live, merged)
		.filter((file) => changedSince.has(file))
		.map((file) => `content/${file}: another release has changed this file since`)
}

async function listFaults({ published }: ServiceContext, edits: Edits, live: Edits): Promise<string[]> {
	try {
		await published.requireValid(edits, live)
		return []
	} catch (error) {
		if (error instanceof ContentProblem) return error.message.split('\n')
		throw error
	}
}

/** Returns those versions that aren't published yet. Versions published in the meantime keep their date. */
const findDrafts = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
	ids.length === 0
		? []
		: (await tx.selectFrom('content_versions').select('id').where('id', 'in', ids).where('published_at', 'is', null).execute()).map(
				({ id }) => id,
			)

/** @returns problems; if there are any, nothing was published */
async function tryPublish(ctx: ServiceContext, tx: Tx, schedule: Schedule): Promise<string[]> {
	await lockReleases(tx)
	const current = await readCurrent(tx)
	const live = current?.edits ?? {}
	const merged = { ...live, ...(schedule.changes as Edits) }
	if (current && findChangedFiles(live, merged).length === 0) return []
	const overwritten = await listOverwritten(tx, schedule, { live, merged })
	const problems = overwritten.length > 0 ? overwritten : await listFaults(ctx, merged, live)
	if (problems.length > 0) return problems
	const release = { base: current?.number ?? null, edits: merged, note: 'Scheduled', authorId: schedule.author_id }
	await publishRelease({ ...ctx, db: tx }, { ...release, versions: await findDrafts(tx, schedule.versions) })
	return []
}

/** Publishes a due schedule by applying its changes to the newest release. If that fails, the operator is alerted. */
export const publishScheduled = (ctx: ServiceContext): Promise<{ published: number; failed: number }> =>
	inTransaction(ctx.db, async (tx) => {
		const schedule = await readDue(tx, ctx.now())
		if (!schedule) return { published: 0, failed: 0 }
		const problems = await tryPublish(ctx, tx, schedule)
		const isPublished = problems.length === 0
		await tx
			.updateTable('scheduled_releases')
			.set({ ended_at: ctx.now(), outcome: isPublished ? 'published' : 'failed', problems })
			.where('id', '=', schedule.id)
			.execute()
		if (!isPublished)
			await alertOperator(ctx, tx, {
				kind: 'scheduled_release_failed',
				key: `scheduled-release:${schedule.id}`,
				facts: { scheduledFor: schedule.due_at.toISOString(), problem: problems[0] ?? '', problems: String(problems.length) },
			})
		return { published: Number(isPublished), failed: Number(!isPublished) }
	})
