import { toCard } from './parse-article.ts'
import { renderArticle } from './render-article.server.ts'
import type { Article, ArticleCard, ArticlePage } from './schema/article.ts'

/** @throws Error if no article is featured */
export function splitFeatured(articles: readonly Article[]): { featured: ArticleCard; latest: ArticleCard[] } {
	const featured = articles.find((article) => article.featured)
	if (!featured) throw new Error('content/articles: one article must be featured')
	return { featured: toCard(featured), latest: articles.filter((article) => article !== featured).map(toCard) }
}

/**
 * Returns the cards of these articles, in the given order.
 * @throws Error for an unknown slug, which fails the build
 */
export const findArticleCards = (articles: readonly Article[], ids: readonly string[]): ArticleCard[] =>
	ids.map((id) => {
		const article = articles.find((candidate) => candidate.id === id)
		if (!article) throw new Error(`Unknown article in the content: ${id}`)
		return toCard(article)
	})

export function articlePage(articles: readonly Article[], slug: string, freeResourceIds: readonly string[]): ArticlePage | null {
	const index = articles.findIndex(({ id }) => id === slug)
	const article = articles[index]
	if (!article) return null
	const newer = articles[index - 1]
	const older = articles[index + 1]
	return {
		card: toCard(article),
		updated: article.updated,
		...renderArticle(article.body),
		related: findArticleCards(articles, article.related),
		newer: newer ? toCard(newer) : null,
		older: older ? toCard(older) : null,
		isFreeResource: freeResourceIds.includes(slug),
	}
}
