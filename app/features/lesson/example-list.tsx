import type { LessonResponse } from '#contracts/course.ts'

/** Real examples; links open in a new tab. */
export function ExampleList({ examples }: { examples: LessonResponse['examples'] }) {
	return (
		<div className="grid max-w-read gap-8">
			<h3>Real examples</h3>
			{examples.map(({ title, description, link }) => (
				<article key={title} className="grid gap-2 border-l-6 border-sun pl-5">
					<h4 className="text-lg">{title}</h4>
					<p>{description}</p>
					{link && (
						<p>
							<a href={link} target="_blank" rel="noopener noreferrer" className="link inline-flex min-h-11 items-center">
								View Example<span className="sr-only"> (opens in a new tab): {title}</span>
							</a>
						</p>
					)}
				</article>
			))}
		</div>
	)
}
