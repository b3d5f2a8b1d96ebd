import type { FilledField } from '#domain/exercises/filled-exercise.ts'

/** Renders stored answers with the labels that their fields had at that time. */
export function Entered({ fields }: { fields: readonly FilledField[] }) {
	return (
		<dl className="exercise-entered">
			{fields.map(({ id, label, value }) => (
				<div key={id}>
					<dt>{label || 'Without a name'}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	)
}
