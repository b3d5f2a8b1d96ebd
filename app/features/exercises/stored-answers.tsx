import type { FilledField } from '#domain/exercises/filled-exercise.ts'

/** Renders stored answers with the labels that the fields had when they were answered. */
export function StoredAnswers({ fields }: { fields: readonly FilledField[] }) {
	return (
		<dl className="exercise-entered">
			{fields.map(({ id, label, value }) => (
				<div className="flex flex-wrap justify-between gap-y-1 gap-x-8 py-2 border-b border-line-strong" key={id}>
					<dt className="font-semibold">{label || 'Unnamed field'}</dt>
					<dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">{value}</dd>
				</div>
			))}
		</dl>
	)
}
