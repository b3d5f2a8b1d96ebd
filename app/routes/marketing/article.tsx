import { Link } from 'react-router'

import { fromContent, orNotFound } from '#app/content.server.ts'
import { ArticleText, BackLinks } from '#app/features/article/article-text.tsx'
import { CallPair } from '#app/features/article/call-pair.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { TitleLink } from '#app/ui/title-link.tsx'
import { articlePage } from '#content/article-pages.ts'
import type { ArticleCard, ArticlePage, Blog } from '#content/schema/article.ts'
import { paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

import type { Route } from './+types/article.ts'

function ArticleFooter({ page, words }: { page: ArticlePage; words: Blog['article'] }) {
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

export const loader = fromContent(({ articles, blogWords, site }, { params }) => {
	const page = orNotFound(articlePage(articles, params.slug ?? '', blogWords.freeResources.articleIds))
	return { page, words: blogWords.article, calls: { calls: blogWords.calls, showsTrial: !isHiddenPage(site, paths.freeTrial) } }
})

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	loaderData
		? pageMeta(matches, {
				title: loaderData.page.card.title,
				description: loaderData.page.card.excerpt,
				path: loaderData.page.card.href,
				image: `/og/${loaderData.page.card.id}.png`,
				published: loaderData.page.card.date,
				feed: paths.feed,
			})
		: []

export default function ArticleRoute({ loaderData: { page, words, calls } }: Route.ComponentProps) {
	return (
		<article>
			<ArticleText page={page} words={words} />
			<ArticleFooter page={page} words={words} />
			<CallPair {...calls} />
		</article>
	)
}
