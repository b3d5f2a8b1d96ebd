import { expect, test } from 'vitest'

import { countWords } from '#domain/reading/reading-time.ts'

import { articlePage, splitFeatured } from './article-pages.ts'
import { loadedContent } from './loaded.server.ts'
import { parseArticle } from './parse-article.ts'
import { readShipped } from './read-sources.server.ts'
import { renderArticle } from './render-article.server.ts'

const { articles } = loadedContent
const LISTED = ['why-people-fail-passive-income']

test('there are eight articles, newest first, one of them featured', () => {
	expect(articles.map(({ id }) => id).toSorted()).toEqual(
		[...readShipped().keys()].flatMap((file) => /^articles\/(.+)\.md$/.exec(file)?.[1] ?? []).toSorted(),
	)
	expect(articles.map(({ date }) => date)).toEqual(articles.map(({ date }) => date).toSorted((a, b) => b.localeCompare(a)))
	const { featured, latest } = splitFeatured(articles)
	expect(featured.id).toBe('start-making-money-online-beginner')
	expect(latest).toHaveLength(7)
})

test.each(articles)('$id has 600 to 1,400 words, several sections, and a link to another article', (article) => {
	const words = countWords(article.body)
	expect(words).toBeGreaterThanOrEqual(600)
	expect(words).toBeLessThanOrEqual(1400)
	expect(article.readTime).toBe(`${Math.round(words / 220)} min read`)
	const { contents, bodyHtml } = renderArticle(article.body)
	expect(contents.length).toBeGreaterThanOrEqual(4)
	expect(bodyHtml).toMatch(/href="\/articles\//)
	expect(bodyHtml).not.toMatch(/<script|<img|style=/)
})

test('an article may have no sections, and then has no table of contents', () => {
	const [facts = ''] = /^---\n[\s\S]*?\n---\n/.exec(readShipped().get('articles/price-your-first-offer.md') ?? '') ?? []
	const parsed = parseArticle(`${facts}\nOne paragraph.\n`, 'short')
	expect(parseArticle(facts, 'empty')).toMatchObject({ ok: false })
	expect(parsed).toMatchObject({ ok: true, article: { body: 'One paragraph.' } })
	expect(renderArticle('One paragraph.')).toEqual({ bodyHtml: '<p>One paragraph.</p>', contents: [] })
})

test('sections with the same name get different anchors', () => {
	const { contents, bodyHtml } = renderArticle('## What it costs\n\na\n\n## What it costs\n\nb\n\n## ¿?\n\nc')
	expect(contents.map(({ id }) => id)).toEqual(['what-it-costs', 'what-it-costs-2', 'section'])
	for (const { id } of contents) expect(bodyHtml).toContain(`<h2 id="${id}">`)
})

test('an external link opens in a new tab without a referrer; an internal one doesn’t', () => {
	const { bodyHtml } = renderArticle('## A\n\n[out](https://example.com) [in](/blog) [mail](mailto:a@example.com)')
	expect(bodyHtml).toContain('<a href="https://example.com" rel="noopener noreferrer" target="_blank">out</a>')
	expect(bodyHtml).toContain('<a href="/blog">in</a>')
	expect(bodyHtml).toContain('<a href="mailto:a@example.com">mail</a>')
})

test('an article’s neighbors follow the list and end at its ends', () => {
	const pages = articles.map(({ id }) => articlePage(articles, id, LISTED))
	expect(pages.map((page) => page?.newer?.id)).toEqual([undefined, ...articles.slice(0, -1).map(({ id }) => id)])
	expect(pages.map((page) => page?.older?.id)).toEqual([...articles.slice(1).map(({ id }) => id), undefined])
	expect(pages.filter((page) => page?.isFreeResource).map((page) => page?.card.id)).toEqual(LISTED)
	expect(articlePage(articles, 'no-such-article', LISTED)).toBeNull()
})
