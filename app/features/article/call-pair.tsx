import { LinkButton } from '#app/ui/button.tsx'
import type { Blog } from '#content/schema/article.ts'

type CallPairProps = { calls: Blog['calls']; showsTrial: boolean }

export function CallPair({ calls: { trial, course }, showsTrial }: CallPairProps) {
	return (
		<section className="on-spruce" aria-label="Next steps">
			<div className="page grid gap-12 py-14 lg:grid-cols-2 lg:gap-20">
				{(showsTrial ? [trial, course] : [course]).map(({ title, text, button }, index) => (
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
