import { fromContent } from '#app/content.server.ts'
import { BlogHead, LatestList } from '#app/features/article/blog-head.tsx'
import { NewsletterForm } from '#app/features/leads/newsletter-form.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { splitFeatured } from '#content/article-pages.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/blog.ts'

export { action } from '#app/form-action.server.ts'

export const loader = fromContent(({ articles, blogWords }) => ({
	words: blogWords.blog,
	newsletter: blogWords.newsletter,
	...splitFeatured(articles),
}))

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.title, description: words.description, path: paths.blog, feed: paths.feed, image: '/og/blog.png' })

export default function BlogRoute({ loaderData: { words, newsletter, featured, latest } }: Route.ComponentProps) {
	return (
		<>
			<BlogHead words={words} featured={featured} />
			<LatestList words={words} articles={latest} />
			<NewsletterForm words={newsletter} />
		</>
	)
}
