import { CallPair } from '#app/features/article/call-pair.tsx'
import { ResourceList } from '#app/features/article/resource-list.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { cardsOf } from '#content/article-pages.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/free-resources.ts'
import { articles, blogWords } from './articles.server.ts'

export const loader = () => ({
	words: blogWords.freeResources,
	calls: blogWords.calls,
	listed: cardsOf(articles, blogWords.freeResources.articleIds),
})

export const meta = ({ loaderData: { words } }: Route.MetaArgs) =>
	pageMeta({ title: words.title, description: words.description, path: paths.freeResources, image: '/og/free-resources.png' })

export default function FreeResourcesRoute({ loaderData: { words, calls, listed } }: Route.ComponentProps) {
	return (
		<>
			<ResourceList words={words} articles={listed} />
			<CallPair calls={calls} />
		</>
	)
}
