import { parseArticle } from '#content/parse-article.ts'
import type { ContentIssue } from '#content/parse-located.ts'
import { BlogSchema, type Article } from '#content/schema/article.ts'
import { BlogTeasersSchema } from '#content/schema/home.ts'

import { oncePerSource } from './once-per-source.ts'
import { readContentStrings } from './references.ts'

const ARTICLE_FILE = /^articles\/([a-z0-9-]+)\.md$/
const BLOG_FILE = 'blog.json'
const TEASERS_FILE = 'marketing/blog-teasers.json'
/** Fields of a teaser that must be the same in its article. */
const REPEATED = ['title', 'excerpt', 'author', 'date', 'category', 'readTime', 'href'] as const

type Sources = ReadonlyMap<string, string>
type Located = ContentIssue & { file: string }

const readArticle = oncePerSource((file, source): Article | null => {
	const slug = ARTICLE_FILE.exec(file)?.[1]
	const parsed = slug && parseArticle(source, slug)
	return parsed && parsed.ok ? parsed.article : null
})

function readAll(sources: Sources): Map<string, Article> {
	const articles = new Map<string, Article>()
	for (const [file, source] of sources) {
		const article = readArticle(file, source)
		if (article) articles.set(article.id, article)
	}
	return articles
}

const lineOf = (file: string, sources: Sources, isIt: (reference: { key: string; value: string }) => boolean) =>
	readContentStrings(file, sources.get(file) ?? '').find(isIt)?.line ?? 1

function checkNeighbours({ id, related }: Article, articles: ReadonlyMap<string, Article>, sources: Sources): Located[] {
	const file = `articles/${id}.md`
	return related
		.filter((other) => other === id || !articles.has(other))
		.map((other) => ({
			file,
			line: lineOf(file, sources, ({ key, value }) => key === 'related' && value === other),
			message: `“${other}” isn’t another article: choose one from the list`,
		}))
}

function checkFeatured(articles: ReadonlyMap<string, Article>): Located[] {
	const featured = [...articles.values()].filter((article) => article.featured)
	return [
		...featured.slice(1).map(({ id }) => ({
			file: `articles/${id}.md`,
			line: 1,
			message: `can’t be featured, because articles/${featured[0]?.id}.md is: feature only one article`,
		})),
		...(featured.length === 0 ? [{ file: BLOG_FILE, line: 1, message: 'no article is featured: open one and check “Featured”' }] : []),
	]
}

/** Checks that each teaser on the home page has an article, and repeats its fields exactly. */
function checkTeasers(articles: ReadonlyMap<string, Article>, sources: Sources): Located[] {
	const parsed = BlogTeasersSchema.safeParse(parseJson(sources.get(TEASERS_FILE)))
	if (!parsed.success) return []
	return parsed.data.teasers.flatMap((teaser) => {
		const article = articles.get(teaser.id)
		const line = lineOf(TEASERS_FILE, sources, ({ key, value }) => key === 'id' && value === teaser.id)
		if (!article) return [{ file: TEASERS_FILE, line, message: `the article “${teaser.id}” doesn’t exist: choose another` }]
		return REPEATED.filter((key) => teaser[key] !== article[key]).map((key) => ({
			file: TEASERS_FILE,
			line,
			message: `${key} must be the same as in the article: ${article[key]}`,
		}))
	})
}

function checkBlog(articles: ReadonlyMap<string, Article>, sources: Sources): Located[] {
	const parsed = BlogSchema.safeParse(parseJson(sources.get(BLOG_FILE)))
	if (!parsed.success) return []
	return parsed.data.freeResources.articleIds
		.filter((id) => !articles.has(id))
		.map((id) => ({
			file: BLOG_FILE,
			line: lineOf(BLOG_FILE, sources, ({ value }) => value === id),
			message: `the article “${id}” doesn’t exist: choose another`,
		}))
}

function parseJson(source = ''): unknown {
	try {
		return JSON.parse(source)
	} catch {
		return null // the schema check reports this
	}
}

/** Checks rules across articles. Each article's own schema is checked in check-file.ts. */
export function checkArticles(sources: Sources): Located[] {
	const articles = readAll(sources)
	return [
		...checkFeatured(articles),
		...[...articles.values()].flatMap((article) => checkNeighbours(article, articles, sources)),
		...checkTeasers(articles, sources),
		...checkBlog(articles, sources),
	]
}
