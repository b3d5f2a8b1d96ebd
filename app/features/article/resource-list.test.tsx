import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import type { ArticleCard, Blog } from '#content/schema/article.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { ResourceList } from './resource-list.tsx'

const card = (id: string, title: string) =>
	({
		id,
		title,
		href: `/blog/${id}`,
		category: 'Pricing',
		readTime: '5 min read',
		excerpt: 'How much?',
		art: 'trailhead',
	}) as unknown as ArticleCard
const WORDS = { title: 'Free resources', intro: 'Read them.', readLabel: 'Read article' } as Blog['freeResources']

test('in a list of links, each article’s link has its title', async () => {
	const { page } = await renderElement(
		<MemoryRouter>
			<ResourceList words={WORDS} articles={[card('a', 'Price per hour'), card('b', 'Price per page')]} />
		</MemoryRouter>,
	)
	const links = [...page.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
	expect(links.filter(([text]) => text?.startsWith('Read article'))).toEqual([
		['Read article: Price per hour', '/blog/a'],
		['Read article: Price per page', '/blog/b'],
	])
})
