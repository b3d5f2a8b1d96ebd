import type { LessonResponse } from '#contracts/course.ts'

/** Lists examples; their links open in a new tab. The heading calls them real, so a note says which people are made up. */
export function ExampleList({ examples }: { examples: LessonResponse['examples'] }) {
	return (
		<div className="grid max-w-read gap-8">
			<h3>Real examples</h3>
			<InventedNote examples={examples} />
			{examples.map(({ title, description, link, real }) => (
				<article key={title} className="grid gap-2 border-l-6 border-sun pl-5">
					<h4 className="text-lg">{title}</h4>
					{real && <p className="font-semibold">A real case</p>}
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

function InventedNote({ examples }: { examples: LessonResponse['examples'] }) {
	const realOnes = examples.filter(({ real }) => real).length
	if (realOnes === examples.length) return null
	return (
		<p className="text-soft">
			The people in these examples are made up{realOnes > 0 && ', except where it says “A real case”'}. The figures are there to calculate
			with. They don’t show what you’ll earn.
		</p>
	)
}
