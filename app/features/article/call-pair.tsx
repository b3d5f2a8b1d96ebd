import { LinkButton } from '#app/ui/button.tsx'
import type { Blog } from '#content/schema/article.ts'

export function CallPair({ calls: { trial, course } }: { calls: Blog['calls'] }) {
	return (
		<section className="on-spruce" aria-label="Next steps">
			<div className="page grid gap-12 py-14 lg:grid-cols-2 lg:gap-20">
				{[trial, course].map(({ title, text, button }, index) => (
					<div key={title} className="grid content-start justify-items-start gap-4">
						<h2>{title}</h2>
						<p>{text}</p>
						<LinkButton to={button.href} variant={index === 0 ? 'primary' : 'secondary'}>
							{button.label}
						</LinkButton>
					</div>
				))}
			</div>
		</section>
	)
}
