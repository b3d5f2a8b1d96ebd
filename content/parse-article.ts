import { countWords, readingMinutes } from '#domain/reading/reading-time.ts'

import { splitFrontMatter } from './front-matter.ts'
import { parseLocated } from './parse-located.ts'
import type { ContentIssue } from './parse-located.ts'
import { ArticleFrontMatterSchema } from './schema/article.ts'
import type { Article, ArticleCard } from './schema/article.ts'

export type ArticleParse = { ok: true; article: Article } | { ok: false; issues: ContentIssue[] }

/** Parses an article, and computes its reading time from the number of words. */
export function parseArticle(source: string, slug: string): ArticleParse {
	const parts = splitFrontMatter(source)
	if (!parts) return { ok: false, issues: [{ line: 1, message: 'must start with front matter between two --- lines' }] }

	const parsed = parseLocated(parts.frontMatter, ArticleFrontMatterSchema)
	// The first line is `---`, so the front matter begins on the second.
	if (!parsed.ok) return { ok: false, issues: parsed.issues.map(({ line, message }) => ({ line: line + 1, message })) }
	const body = parts.body.trim()
	if (body === '') return { ok: false, issues: [{ line: source.split('\n').length, message: 'has no body below the front matter' }] }
	const { updated = null, ...facts } = parsed.value
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
