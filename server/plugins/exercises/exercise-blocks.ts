import { answerSums } from '#domain/exercises/answer-sums.ts'
import { figuresOf, slotsOf, sortAnswers } from '#domain/exercises/exercise-slots.ts'
import type { Exercise } from '#domain/exercises/exercise.ts'
import { enteredFields, type FilledExercise } from '#domain/exercises/filled-exercise.ts'
import { formatFigure } from '#domain/exercises/format-figure.ts'
import type { DocumentBlock } from '#server/adapters/documents/port.ts'

type Printed = {
	filled: FilledExercise
	section: string
	/** The exercise in the current lesson; null if it no longer has one with this id. */ exercise: Exercise | null
}

/** Prints an exercise: the answers, then the results that can be calculated. */
export function exerciseBlocks({ filled, section, exercise }: Printed): DocumentBlock[] {
	const field = (label: string, value: string): DocumentBlock => ({ kind: 'field', label, value })
	return [
		{ kind: 'heading', text: filled.title },
		{ kind: 'text', text: section },
		...enteredFields(filled).map(({ label, value }) => field(label, value)),
		...(exercise ? answersOf(exercise, filled) : []).map(({ label, value }) => field(label, value)),
	]
}

function answersOf(exercise: Exercise, filled: FilledExercise): { label: string; value: string }[] {
	const { values } = sortAnswers(slotsOf(exercise), filled)
	const answers = answerSums(exercise.sums, figuresOf(exercise, values))
	return exercise.sums.flatMap(({ label, format }, index) => {
		const answer = answers[index] ?? null
		return answer === null ? [] : [{ label, value: formatFigure(answer, format) }]
	})
}
