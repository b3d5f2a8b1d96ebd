import { Art } from '#app/ui/art.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { TitleLink } from '#app/ui/title-link.tsx'
import type { ArticleCard, Blog } from '#content/schema/article.ts'

import { ArticleFacts } from './article-facts.tsx'

export function BlogHead({ words, featured }: { words: Blog['blog']; featured: ArticleCard }) {
	return (
		<div className="page pt-10 lg:pt-16">
			<h1 className="text-4xl">{words.title}</h1>
			<p className="mt-5 max-w-read text-lg">{words.intro}</p>
			<article className="grid gap-6 mt-10 mb-12 lg:grid-cols-[5fr_4fr] lg:gap-16">
				<Art name={featured.art} align="xMidYMid slice" className="aspect-3/2 w-full" />
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
