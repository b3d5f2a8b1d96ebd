import { Link } from 'react-router'

import { TitleLink } from '#app/ui/title-link.tsx'
import type { ArticleCard, ArticlePage, Blog } from '#content/schema/article.ts'

import { BackLinks } from './article-text.tsx'

export function ArticleFooter({ page, words }: { page: ArticlePage; words: Blog['article'] }) {
	return (
		<div className="page screen-only py-14">
			<section aria-labelledby="related">
				<h2 id="related">{words.relatedTitle}</h2>
				<div className="mt-6 grid gap-8 md:grid-cols-2">
					{page.related.map((card) => (
						<div key={card.id} className="grid content-start gap-2 border-t-2 border-ink pt-3">
							<p className="text-soft">
								{card.category} · {card.readTime}
							</p>
							<h3>
								<TitleLink to={card.href}>{card.title}</TitleLink>
							</h3>
							<p>{card.excerpt}</p>
						</div>
					))}
				</div>
			</section>
			<nav aria-label="Articles by date" className="mt-12 grid gap-6 border-y border-line-strong py-5 md:grid-cols-2">
				<div>{page.newer && <Neighbour label={words.newerLabel} card={page.newer} />}</div>
				<div className="md:text-right">{page.older && <Neighbour label={words.olderLabel} card={page.older} />}</div>
			</nav>
			<div className="mt-6">
				<BackLinks page={page} words={words} />
			</div>
		</div>
	)
}

function Neighbour({ label, card }: { label: string; card: ArticleCard }) {
	return (
		<>
			<p className="text-soft">{label}</p>
			<Link to={card.href} prefetch="intent" className="link">
				{card.title}
			</Link>
		</>
	)
}
