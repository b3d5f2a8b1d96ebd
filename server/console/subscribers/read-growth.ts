import { COUNT_LIMIT, countListed } from '#server/console/shell/lists.ts'
import type { ServiceContext } from '#server/services/context.ts'

const DAY_MS = 86_400_000
/** Length of the period, and of the one before it. */
const DAYS = 30

/** `before` is null if there were no subscribers yet when the period before began. */
type Change = { now: number; before: number | null }

/** Counts stop at `COUNT_LIMIT`. */
type Growth = { confirmed: number; days: number; began: Change; ended: Change }

/**
 * Counts the confirmed subscriptions, and those that began and ended in the last days and in the days before. Someone who comes
 * back counts as new, and no longer as unsubscribed.
 */
export async function readGrowth({ db, now }: Pick<ServiceContext, 'db' | 'now'>): Promise<Growth> {
	const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)
	const subscriptions = db.selectFrom('newsletter_subscriptions')
	const first = await subscriptions.select('created_at').orderBy('created_at').orderBy('id').limit(1).executeTakeFirst()
	const hasBefore = first !== undefined && first.created_at <= daysAgo(2 * DAYS)
	const count = (column: 'confirmed_at' | 'unsubscribed_at', [from, to]: readonly [number, number]) =>
		countListed(
			db,
			subscriptions
				.select('id')
				.where('confirmed_at', 'is not', null)
				.where(column, '>', daysAgo(from))
				.where(column, '<=', daysAgo(to))
				.limit(COUNT_LIMIT),
		)
	const compare = async (column: 'confirmed_at' | 'unsubscribed_at'): Promise<Change> => ({
		now: await count(column, [DAYS, 0]),
		before: hasBefore ? await count(column, [2 * DAYS, DAYS]) : null,
	})
	return {
		confirmed: await countListed(db, subscriptions.select('id').where('status', '=', 'confirmed').limit(COUNT_LIMIT)),
		days: DAYS,
		began: await compare('confirmed_at'),
		ended: await compare('unsubscribed_at'),
	}
}
