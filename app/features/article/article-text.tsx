import { Link } from 'react-router'

import { Art } from '#app/ui/art.tsx'
import { PageContents } from '#app/ui/page-contents.tsx'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import type { ArticlePage, Blog } from '#content/schema/article.ts'
import { formatUtcDay } from '#contracts/format-day.ts'

import { ArticleFacts } from './article-facts.tsx'
import { ShareLinks } from './share-links.tsx'

export function ArticleText({ page, words }: { page: ArticlePage; words: Blog['article'] }) {
	const { card } = page
	return (
		<div className="page pt-8 lg:pt-12">
			<BackLinks page={page} words={words} />
			<div className="article-head grid gap-8 pt-6 pb-10 border-b-2 border-ink lg:grid-cols-[5fr_3fr] lg:gap-16">
				<div className="grid content-center gap-5">
					<p className="font-semibold text-accent-ink">{card.category}</p>
					<h1>{card.title}</h1>
					<p className="text-lg">{card.excerpt}</p>
					<div>
						<ArticleFacts card={card} />
						{page.updated && (
							<p className="text-soft">
								{words.updatedLabel} <time dateTime={page.updated}>{formatUtcDay(page.updated)}</time>
							</p>
						)}
					</div>
				</div>
				<Art name={card.art} align="xMidYMid slice" className="aspect-3/2 w-full" />
			</div>
			<div className="article-body">
				<PageContents title={words.contentsTitle} sections={page.contents} />
				<div>
					<SanitizedHtml html={page.bodyHtml} className="prose" />
					<ShareLinks card={card} words={words} />
				</div>
			</div>
		</div>
	)
}

export function BackLinks({ page, words }: { page: ArticlePage; words: Blog['article'] }) {
	const links = page.isFreeResource ? [words.backToBlog, words.backToResources] : [words.backToBlog]
	return (
		<p className="screen-only flex flex-wrap gap-x-6">
			{links.map(({ label, href }) => (
				<Link key={href} to={href} className="back-link">
					{label}
				</Link>
			))}
		</p>
	)
}
