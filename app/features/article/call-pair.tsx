import { LinkButton } from '#app/ui/button.tsx'
import type { Blog } from '#content/schema/article.ts'

export function CallPair({ calls: { trial, course } }: { calls: Blog['calls'] }) {
	return (
		<section className="on-spruce" aria-label="Next steps">
			<div className="page grid gap-12 py-14 lg:grid-cols-2 lg:gap-20">
				<div className="grid content-start justify-items-start gap-4">
					<h2>{trial.title}</h2>
					<p>{trial.text}</p>
					<LinkButton to={trial.button.href}>{trial.button.label}</LinkButton>
				</div>
				<div className="grid content-start justify-items-start gap-4">
					<h2>{course.title}</h2>
					<p>{course.text}</p>
					<LinkButton to={course.button.href} variant="secondary">
						{course.button.label}
					</LinkButton>
				</div>
			</div>
		</section>
	)
}
