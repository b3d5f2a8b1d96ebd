import { Link } from 'react-router'

import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import { TEXT_LINK_CLASSES } from '#app/ui/text-link.ts'
import { TitleLink } from '#app/ui/title-link.tsx'
import type { ArticleCard, Blog } from '#content/schema/article.ts'

export function ResourceList({ words, articles }: { words: Blog['freeResources']; articles: readonly ArticleCard[] }) {
	return (
		<div className="page py-10 lg:py-16">
			<h1 className="text-4xl">{words.title}</h1>
			<p className="mt-5 max-w-read text-lg">{words.intro}</p>
			<div className="grid gap-y-12 gap-x-10 mt-10 md:grid-cols-3">
				{articles.map((card) => (
					<article className="grid content-start justify-items-start gap-3 pt-[.9rem] border-t-2 border-ink" key={card.id}>
						<SpritePicture name={card.art} align="xMidYMid slice" className="aspect-3/2 w-full" />
						<p className="text-soft">
							<b className="font-semibold text-accent-ink">{card.category}</b> · {card.readTime}
						</p>
						<h2 className="text-xl">
							<TitleLink to={card.href}>{card.title}</TitleLink>
						</h2>
						<p>{card.excerpt}</p>
						<Link to={card.href} prefetch="intent" className={TEXT_LINK_CLASSES}>
							{words.readLabel}
							<span className="sr-only">: {card.title}</span>
						</Link>
					</article>
				))}
			</div>
		</div>
	)
}

type ToolLinksProps = { title: string; tools: readonly { title: string; description: string; href: string }[] }

export function ToolLinks({ title, tools }: ToolLinksProps) {
	return (
		<section className="page pb-14" aria-labelledby="free-tools">
			<h2 id="free-tools">{title}</h2>
			<ul className="mt-6 grid gap-8 lg:grid-cols-2 lg:gap-12">
				{tools.map((tool) => (
					<li key={tool.href} className="grid content-start gap-2 border-t-2 border-ink pt-4">
						<h3>
							<TitleLink to={tool.href}>{tool.title}</TitleLink>
						</h3>
						<p>{tool.description}</p>
					</li>
				))}
			</ul>
		</section>
	)
}
