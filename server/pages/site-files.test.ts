// asvs V1.1.2 V1.2.1 V1.2.3
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { orderArticles, parseArticle } from '#content/parse-article.ts'

import { buildArticlesJsonLd, buildJsonLd, insertJsonLd } from './json-ld.ts'
import { feed, siteMap } from './site-files.ts'

const source = (date: string, related: string, extra = '') => `---
title: Cats & "dogs" <under 5 kg>
excerpt: Ends with ]]> and an & sign
author: The editors
date: ${date}
category: Tools
art: desk
related: [${related}]
${extra}---
## First

Go [on](/articles/two), or to [a site](https://example.com/?a=1&b=2).
`

const parse = (slug: string, text: string) => {
	const parsed = parseArticle(text, slug)
	if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join())
	return parsed.article
}
const articles = orderArticles([
	parse('one', source('2026-01-02', 'two, three', 'updated: 2026-03-04\n')),
	parse('two', source('2026-01-03', 'one, three')),
	parse('three', source('2026-01-01', 'one, two')),
])
const release = {
	...loadedContent,
	articles,
	blogWords: { ...loadedContent.blogWords, blog: { ...loadedContent.blogWords.blog, title: 'Blog', description: 'About & around' } },
}
const xml = feed(release)

test('the feed has every article, newest first, with its full text', () => {
	expect([...xml.matchAll(/<guid isPermaLink="true">([^<]+)</g)].map((match) => match[1])).toEqual([
		'https://origin.invalid/articles/two',
		'https://origin.invalid/articles/one',
		'https://origin.invalid/articles/three',
	])
	expect(xml.match(/&lt;h2 id=&quot;first&quot;&gt;First&lt;\/h2&gt;/g)).toHaveLength(3)
	expect(xml).toContain('href=&quot;https://origin.invalid/articles/two&quot;')
})

test('nothing that a writer types breaks the XML', () => {
	expect(xml).toContain('<title>Cats &amp; &quot;dogs&quot; &lt;under 5 kg&gt;</title>')
	expect(xml.replaceAll(/&(?:amp|lt|gt|quot);/g, '')).not.toMatch(/&/)
	const open: string[] = []
	for (const [, slash, name, selfClosed] of xml.replace(/^<\?.*\?>/, '').matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
		if (slash) expect(open.pop()).toBe(name)
		else if (!selfClosed) open.push(name ?? '')
	}
	expect(open).toEqual([])
})

test('dates have the format that feed readers expect', () => {
	expect([...xml.matchAll(/<pubDate>([^<]+)</g)].map(([, day]) => day)).toEqual([
		'Sat, 03 Jan 2026 12:00:00 GMT',
		'Fri, 02 Jan 2026 12:00:00 GMT',
		'Thu, 01 Jan 2026 12:00:00 GMT',
	])
})

test('the sitemap has the last change of each article and of their list', () => {
	const pages = new Map(['/blog', '/articles/one', '/articles/two', '/modules'].map((path) => [path, '<p></p>']))
	const days = [...siteMap(pages, articles).matchAll(/invalid\/([^<]+)<\/loc>(?:<lastmod>([^<]+))?/g)].map(([, path, day]) => [path, day])
	expect(days).toEqual([
		['articles/one', '2026-03-04'],
		['articles/two', '2026-01-03'],
		['blog', '2026-03-04'],
		['modules', undefined],
	])
})

test('an article has type and breadcrumb data, and its title can’t close the script', () => {
	const data = buildArticlesJsonLd(release)['/articles/one']
	expect(data).toMatchObject({
		'@graph': [
			{
				'@type': 'Article',
				datePublished: '2026-01-02',
				dateModified: '2026-03-04',
				mainEntityOfPage: 'https://origin.invalid/articles/one',
			},
			{ '@type': 'BreadcrumbList', itemListElement: [{ position: 1 }, { position: 2 }, { position: 3 }] },
		],
	})
	const html = insertJsonLd('<head></head>', buildJsonLd(release)['/articles/one'])
	expect(html.match(/</g)).toHaveLength(4)
})

test('the offer page has the offer’s price and questions, and no invented rating', () => {
	const text = JSON.stringify(buildJsonLd(release)['/digital-income-mastery'])
	for (const kind of ['Course', 'Product', 'FAQPage', 'BreadcrumbList']) expect(text).toContain(`"@type":"${kind}"`)
	expect(text).toContain('"price":"47.00","priceCurrency":"USD"')
	expect(text).not.toMatch(/rating|review/i)
})
