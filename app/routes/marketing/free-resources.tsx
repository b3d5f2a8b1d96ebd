import { fromContent } from '#app/content.server.ts'
import { CallPair } from '#app/features/article/call-pair.tsx'
import { ResourceList, ToolLinks } from '#app/features/article/resource-list.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { findArticleCards } from '#content/article-pages.ts'
import { paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

import type { Route } from './+types/free-resources.ts'

export const loader = fromContent(({ articles, blogWords, libraryWords, planner, selector, site }) => ({
	words: blogWords.freeResources,
	calls: { calls: blogWords.calls, showsTrial: !isHiddenPage(site, paths.freeTrial) },
	listed: findArticleCards(articles, blogWords.freeResources.articleIds),
	tools: [
		{ title: planner.words.title, description: planner.words.description, href: paths.weeklyPlanner },
		{ title: selector.title, description: selector.description, href: paths.incomeSelector },
		{ title: libraryWords.title, description: libraryWords.description, href: paths.templates },
	].filter(({ href }) => !isHiddenPage(site, href)),
}))

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.title, description: words.description, path: paths.freeResources, image: '/og/free-resources.png' })

export default function FreeResourcesRoute({ loaderData: { words, calls, listed, tools } }: Route.ComponentProps) {
	return (
		<>
			<ResourceList words={words} articles={listed} />
			<ToolLinks title="Free tools" tools={tools} />
			<CallPair {...calls} />
		</>
	)
}
