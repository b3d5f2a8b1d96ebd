import { Link } from 'react-router'

import { Divider } from '#app/ui/divider.tsx'
import { TEXT_LINK } from '#app/ui/text-link.ts'
import { TitleLink } from '#app/ui/title-link.tsx'
import type { ArticleCard, Blog } from '#content/schema/article.ts'

import { ArticleFacts } from './article-facts.tsx'

/** Lists the articles below the featured one: category in the margin, title and excerpt next to it. */
export function LatestList({ words, articles }: { words: Blog['blog']; articles: readonly ArticleCard[] }) {
	return (
		<section aria-labelledby="latest">
			<Divider />
			<div className="page pt-8 pb-16">
				<h2 id="latest" className="text-3xl">
					{words.latestTitle}
				</h2>
				<div className="mt-8 grid">
					{articles.map((card) => (
						<article
							key={card.id}
							className="grid gap-2 border-t border-line-strong py-6 first:border-t-2 first:border-ink md:grid-cols-[12rem_minmax(0,1fr)] md:gap-x-8"
						>
							<p className="font-semibold text-accent-ink">{card.category}</p>
							<div className="grid justify-items-start gap-3">
								<h3>
									<TitleLink to={card.href}>{card.title}</TitleLink>
								</h3>
								<p className="max-w-read">{card.excerpt}</p>
								<ArticleFacts card={card} />
								<Link to={card.href} prefetch="intent" className={TEXT_LINK}>
									{words.readLabel}
									<span className="sr-only">: {card.title}</span>
								</Link>
							</div>
						</article>
					))}
				</div>
				<p className="mt-8">
					<a href="/feed.xml" className="link" type="application/rss+xml">
						{words.feedLabel}
					</a>
				</p>
			</div>
		</section>
	)
}
