import { Link } from 'react-router'

import { LinkButton } from '#app/ui/button.tsx'
import { Divider } from '#app/ui/divider.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import { TEXT_LINK_CLASSES } from '#app/ui/text-link.ts'
import { TitleLink } from '#app/ui/title-link.tsx'
import type { ArticleCard, Blog } from '#content/schema/article.ts'
import { paths } from '#contracts/paths.ts'

import { ArticleFacts } from './article-facts.tsx'

export function BlogHead({ words, featured }: { words: Blog['blog']; featured: ArticleCard }) {
	return (
		<div className="page pt-10 lg:pt-16">
			<h1 className="text-4xl">{words.title}</h1>
			<p className="mt-5 max-w-read text-lg">{words.intro}</p>
			<article className="grid gap-6 mt-10 mb-12 lg:grid-cols-[5fr_4fr] lg:gap-16">
				<SpritePicture name={featured.art} align="xMidYMid slice" className="aspect-3/2 w-full" />
				<div className="grid content-center justify-items-start gap-4">
					<p className="text-soft">
						<b className="font-semibold text-accent-ink">{words.featuredLabel} · </b>
						{featured.category}
					</p>
					<h2 className="text-3xl">
						<TitleLink to={featured.href}>{featured.title}</TitleLink>
					</h2>
					<p className="text-lg">{featured.excerpt}</p>
					<ArticleFacts card={featured} />
					<LinkButton to={featured.href}>
						{words.readLabel}
						<span className="sr-only">: {featured.title}</span>
					</LinkButton>
				</div>
			</article>
		</div>
	)
}

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
								<Link to={card.href} prefetch="intent" className={TEXT_LINK_CLASSES}>
									{words.readLabel}
									<span className="sr-only">: {card.title}</span>
								</Link>
							</div>
						</article>
					))}
				</div>
				<p className="mt-8">
					<a href={paths.feed} className="link" type="application/rss+xml">
						{words.feedLabel}
					</a>
				</p>
			</div>
		</section>
	)
}
