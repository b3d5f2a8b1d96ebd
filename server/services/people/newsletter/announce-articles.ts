import type { Article } from '#content/schema/article.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMany, type OutgoingMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { inBatches } from '#server/services/messaging/outbox/in-batches.ts'

import { articleMail, unsubscribeToken, unsubscribeUrl } from './newsletter-mails.ts'

type ReaderMails = {
	/** @param url unsubscribe link of the recipient */
	compose: (url: string) => Omit<OutgoingMessage, 'channel' | 'to' | 'dedupeKey'>
	readers: readonly { id: string; email: string }[]
	/** Prefix of each copy's deduplication key, followed by the subscription's ID. */
	cause: string
	issueId?: string
}

/**
 * Queues one copy per reader. Call `loadSecrets` first.
 * @returns the number of new messages
 */
export async function queueMailsToReaders(ctx: ServiceContext, tx: Tx, { compose, readers, cause, issueId }: ReaderMails): Promise<number> {
	const mails = await Promise.all(
		readers.map(async ({ id, email }) => ({
			to: email,
			...compose(unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, id))),
			dedupeKey: `${cause}:${id}`,
			...(issueId !== undefined && { issueId }),
		})),
	)
	return enqueueMany(ctx, tx, mails)
}

/**
 * Records new articles, which `sendArticles` emails once to all confirmed subscribers. The articles that a new academy starts
 * with aren't emailed.
 * @param articles all articles of the site
 */
export async function announceArticles(ctx: ServiceContext, articles: readonly Article[]): Promise<void> {
	const now = ctx.now()
	const today = now.toISOString().slice(0, 10)
	const published = articles.filter(({ date }) => date <= today).toReversed()
	const known = await ctx.db.selectFrom('article_announcements').select('article_slug').execute()
	const ended_at = known.length === 0 ? now : null
	const announced = new Set(known.map((issue) => issue.article_slug))
	const issues = published
		.filter(({ id }) => !announced.has(id))
		.map(({ id }) => ({ article_slug: id, recipients: 0, created_at: now, ended_at }))
	if (issues.length > 0)
		await ctx.db
			.insertInto('article_announcements')
			.values(issues)
			.onConflict((conflict) => conflict.column('article_slug').doNothing())
			.execute()
}

export const announceNewArticles = (ctx: ServiceContext): Promise<void> => announceArticles(ctx, ctx.content.articles)

type Work = { articles: readonly Article[]; limit: number }

/**
 * Queues a batch of emails for the earliest waiting article. Other processes skip the locked article.
 * @returns the number of recipients processed; null if no article is waiting
 */
async function sendBatch(ctx: ServiceContext, tx: Tx, { articles, limit }: Work): Promise<number | null> {
	const issue = await tx
		.selectFrom('article_announcements')
		.selectAll()
		.where('ended_at', 'is', null)
		.orderBy('created_at')
		.orderBy('article_slug')
		.limit(1)
		.forUpdate()
		.skipLocked()
		.executeTakeFirst()
	if (!issue) return null
	const article = articles.find(({ id }) => id === issue.article_slug)
	const readers = article
		? await tx
				.selectFrom('newsletter_subscriptions')
				.select(['id', 'email'])
				.where('status', '=', 'confirmed')
				.$if(issue.after_id !== null, (query) => query.where('id', '>', issue.after_id ?? ''))
				.orderBy('id')
				.limit(limit)
				.execute()
		: []
	const cause = `newsletter:${issue.article_slug}`
	const queued = article ? await queueMailsToReaders(ctx, tx, { compose: (url) => articleMail(ctx, url, article), readers, cause }) : 0
	await tx
		.updateTable('article_announcements')
		.set({
			recipients: issue.recipients + queued,
			after_id: readers.at(-1)?.id ?? issue.after_id,
			...(readers.length < limit && { ended_at: ctx.now() }),
		})
		.where('article_slug', '=', issue.article_slug)
		.execute()
	return readers.length
}

/**
 * @param maxRecipients limit of this run
 * @returns the number of recipients processed
 */
export const sendArticles = (
	ctx: ServiceContext,
	maxRecipients: number,
	articles: readonly Article[] = ctx.content.articles,
): Promise<number> => inBatches(ctx, maxRecipients, (tx, limit) => sendBatch(ctx, tx, { articles, limit }))
