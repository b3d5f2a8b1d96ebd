import type { Measure } from '#domain/progress/measure-course.ts'

export function CompletionStats({ measure: { read, exercised, checked, handedIn } }: { measure: Measure }) {
	const shares = [
		{ label: 'Texts read', ...read },
		{ label: 'Exercises done', ...exercised },
		{ label: 'Knowledge checks passed', ...checked },
		{ label: 'Tasks and milestones done', ...handedIn },
	].filter(({ of }) => of > 0)
	return (
		<dl className="flex flex-wrap gap-x-10 gap-y-4">
			{shares.map(({ label, done, of }) => (
				<div key={label}>
					<dt className="text-soft">{label}</dt>
					<dd className="text-xl font-semibold tabular-nums">
						{done} of {of}
					</dd>
				</div>
			))}
		</dl>
	)
}
