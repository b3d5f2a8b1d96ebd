import { useEffect, useState } from 'react'

import { answerSums } from '#domain/exercises/answer-sums.ts'
import type { ExerciseSum } from '#domain/exercises/exercise.ts'
import { formatFigure } from '#domain/exercises/format-figure.ts'
import type { Figures } from '#domain/exercises/formula.ts'

/** Delay before a screen reader announces the results, so it waits until typing stops. */
const QUIET_MS = 1200

/** Live results, recomputed on every keystroke. */
export function ExerciseSums({ sums, figures }: { sums: readonly ExerciseSum[]; figures: Figures }) {
	const answers = answerSums(sums, figures)
	const lines = sums.map(({ label, format }, index) => {
		const answer = answers[index] ?? null
		return { label, answer: answer === null ? null : formatFigure(answer, format) }
	})
	const said = lines.flatMap(({ label, answer }) => (answer === null ? [] : `${label}: ${answer}.`)).join(' ')
	const [heard, setHeard] = useState({ said, isNew: false })
	useEffect(() => {
		const timer = setTimeout(() => setHeard((before) => (before.said === said ? before : { said, isNew: true })), QUIET_MS)
		return () => clearTimeout(timer)
	}, [said])
	return (
		<>
			<dl className="exercise-sums">
				{lines.map(({ label, answer }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{answer ?? <span className="exercise-open">Fill in the figures above</span>}</dd>
					</div>
				))}
			</dl>
			<p role="status" className="sr-only">
				{heard.isNew ? heard.said : ''}
			</p>
		</>
	)
}
