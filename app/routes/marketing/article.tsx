import { fromContent, orNotFound } from '#app/content.server.ts'
import { ArticleFooter } from '#app/features/article/article-footer.tsx'
import { ArticleText } from '#app/features/article/article-text.tsx'
import { CallPair } from '#app/features/article/call-pair.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { articlePage } from '#content/article-pages.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/article.ts'

export const loader = fromContent(({ articles, blogWords }, { params }) => {
	const page = orNotFound(articlePage(articles, params.slug ?? '', blogWords.freeResources.articleIds))
	return { page, words: blogWords.article, calls: blogWords.calls }
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
			<CallPair calls={calls} />
		</article>
	)
}
