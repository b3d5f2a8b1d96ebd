import { countWords, readingMinutes } from '#domain/reading/reading-time.ts'

import type { ContentIssue } from './parse-located.ts'
import { parseMarkdownPage } from './parse-markdown-page.ts'
import { ArticleFrontMatterSchema } from './schema/article.ts'
import type { Article, ArticleCard } from './schema/article.ts'

export type ArticleParse = { ok: true; article: Article } | { ok: false; issues: ContentIssue[] }

/** Parses an article, and computes its reading time from the number of words. */
export function parseArticle(source: string, slug: string): ArticleParse {
	const parsed = parseMarkdownPage(source, ArticleFrontMatterSchema)
	if (!parsed.ok) return parsed
	const { updated = null, body, ...facts } = parsed.value
	const readTime = `${readingMinutes(countWords(body))} min read`
	return { ok: true, article: { id: slug, href: `/articles/${slug}`, ...facts, readTime, updated, body } }
}

/**
 * Sorts articles, newest first.
 * @throws Error if a related article doesn't exist, or is the article itself
 */
export function orderArticles(articles: readonly Article[]): Article[] {
	for (const { id, related } of articles)
		for (const other of related)
			if (other === id || articles.every((article) => article.id !== other))
				throw new Error(`content/articles/${id}.md: no other article ${other}`)
	return articles.toSorted((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id))
}

export function toCard({ id, title, excerpt, author, date, category, readTime, featured, href, art }: Article): ArticleCard {
	return { id, title, excerpt, author, date, category, readTime, featured, href, art }
}
