import { Link } from 'react-router'

import { Art } from '#app/ui/art.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { BlogTeaser, Home } from '#content/schema/home.ts'
import { formatUtcDay } from '#contracts/format-day.ts'

export function BlogTeasers({ words, teasers }: { words: Home['blog']; teasers: readonly BlogTeaser[] }) {
	return (
		<>
			<h2 className="text-3xl">{words.title}</h2>
			<p className="mt-4 max-w-read text-lg">{words.intro}</p>
			<div className="reading">
				{teasers
					.toSorted((a, b) => Number(b.featured) - Number(a.featured))
					.map((teaser) => (
						<article key={teaser.id} data-featured={teaser.featured || undefined}>
							{teaser.featured && <Art name="studio" className="mb-5 w-full" />}
							<p className="text-soft">
								{teaser.featured && <b className="font-semibold text-accent-ink">Featured · </b>}
								{teaser.category} · {teaser.readTime}
							</p>
							<h3 className={teaser.featured ? 'text-2xl' : undefined}>
								<Link to={teaser.href} prefetch="intent" className="title-link">
									{teaser.title}
								</Link>
							</h3>
							<p>{teaser.excerpt}</p>
							<p className="text-soft">
								{teaser.author}, <time dateTime={teaser.date}>{formatUtcDay(teaser.date)}</time>
							</p>
						</article>
					))}
			</div>
			<LinkButton to={words.button.href} variant="secondary">
				{words.button.label}
			</LinkButton>
		</>
	)
}
