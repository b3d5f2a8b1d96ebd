import { fromContent, orNotFound } from '#app/content.server.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import { renderArticle } from '#content/render-article.server.ts'

import type { Route } from './+types/own-page.ts'

export const loader = fromContent(({ ownPages }, { params }) => {
	const page = orNotFound(ownPages.find(({ address, isPublic }) => isPublic && address === `/${params.page}`))
	const { title, summary, address, isIndexed, body } = page
	return { title, summary, address, isIndexed, html: renderArticle(body).bodyHtml }
})

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	loaderData
		? pageMeta(matches, {
				title: loaderData.title,
				description: loaderData.summary,
				...(loaderData.isIndexed && { path: loaderData.address }),
			})
		: []

export default function OwnPageRoute({ loaderData: { title, html } }: Route.ComponentProps) {
	return (
		<article className="page pt-8 pb-14 lg:pt-12">
			<h1 className="border-b-2 border-ink pb-8">{title}</h1>
			<SanitizedHtml html={html} className="prose max-w-read pt-8" />
		</article>
	)
}
