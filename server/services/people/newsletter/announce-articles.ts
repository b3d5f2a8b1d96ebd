import { readArticleFiles } from '#content/article-files.server.ts'
import type { Article } from '#content/schema/article.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { articleMail, unsubscribeUrl } from './newsletter-mails.ts'
import { unsubscribeToken } from './subscription-tokens.ts'

async function announce(ctx: ServiceContext, tx: Tx, article: Article): Promise<void> {
	const subscribers = await tx.selectFrom('newsletter_subscriptions').select(['id', 'email']).where('status', '=', 'confirmed').execute()
	const issue = await tx
		.insertInto('newsletter_issues')
		.values({ article_slug: article.id, recipients: subscribers.length, created_at: ctx.now() })
		.onConflict((conflict) => conflict.column('article_slug').doNothing())
		.returning('article_slug')
		.executeTakeFirst()
	if (!issue) return
	for (const { id, email } of subscribers) {
		const url = unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, id))
		const mail = articleMail(ctx.config, url, article)
		await enqueueMessage(ctx, tx, { channel: 'email', to: email, ...mail, dedupeKey: `newsletter:${article.id}:${id}` })
	}
}

/**
 * Mails every published article that was not mailed before to all confirmed subscribers, each article once. The articles that
 * a new academy starts with are recorded without a mail.
 * @param articles all articles of the site
 */
export async function announceArticles(ctx: ServiceContext, articles: readonly Article[]): Promise<void> {
	const today = ctx.now().toISOString().slice(0, 10)
	const published = articles.filter(({ date }) => date <= today).toReversed()
	const known = await ctx.db.selectFrom('newsletter_issues').select('article_slug').execute()
	if (known.length === 0) {
		const firstIssues = published.map(({ id }) => ({ article_slug: id, recipients: 0, created_at: ctx.now() }))
		if (firstIssues.length > 0)
			await ctx.db
				.insertInto('newsletter_issues')
				.values(firstIssues)
				.onConflict((conflict) => conflict.column('article_slug').doNothing())
				.execute()
		return
	}
	const announced = new Set(known.map((issue) => issue.article_slug))
	for (const article of published) if (!announced.has(article.id)) await inTransaction(ctx.db, (tx) => announce(ctx, tx, article))
}

/** The same for the articles of content/articles. */
export const announceNewArticles = (ctx: ServiceContext): Promise<void> => announceArticles(ctx, readArticleFiles())
