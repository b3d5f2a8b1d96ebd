import { useId, useState, useEffect } from 'react'

import { Button } from '#app/ui/button.tsx'
import { answerSums, figuresOf, type Slot, slotsOf, splitAnswers } from '#domain/exercises/exercise-slots.ts'
import type { Exercise, ExerciseSum } from '#domain/exercises/exercise.ts'
import { formatFigure } from '#domain/exercises/figure-text.ts'
import { enteredFields, exerciseBytes, exerciseKey, type ExercisePlace, MAX_EXERCISE_BYTES } from '#domain/exercises/filled-exercise.ts'
import type { FormulaInputs } from '#domain/exercises/formula.ts'
import type { FieldEdit } from '#domain/exercises/merge-filled.ts'

import { describeSaveState } from './describe-save-state.ts'
import { ExerciseField } from './exercise-field.tsx'
import { ExerciseTable } from './exercise-table.tsx'
import { exercisesStore, findExercise } from './exercises-store.ts'
import { StoredAnswers } from './stored-answers.tsx'
import { useExercises, useExercisesState } from './use-exercises.ts'

/** Delay before a screen reader announces the results, so that it doesn't interrupt typing. */
const QUIET_MS = 1200

function ExerciseSums({ sums, figures }: { sums: readonly ExerciseSum[]; figures: FormulaInputs }) {
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
			<dl className="exercise-sums border-t border-line-strong">
				{lines.map(({ label, answer }) => (
					<div className="flex flex-wrap justify-between gap-y-1 gap-x-8 py-2 border-b border-line-strong" key={label}>
						<dt>{label}</dt>
						<dd className="text-(length:--text-lg) font-semibold tabular-nums">
							{answer ?? (
								<span className="text-(length:--text-base) font-normal text-soft print:inline-block print:w-32 print:border-b print:border-ink print:text-transparent">
									Fill in the figures above
								</span>
							)}
						</dd>
					</div>
				))}
			</dl>
			<p role="status" className="sr-only">
				{heard.isNew ? heard.said : ''}
			</p>
		</>
	)
}

export type ExerciseInputs = {
	slots: ReadonlyMap<string, Slot>
	values: ReadonlyMap<string, string>
	onEnter: (slot: Slot, value: string) => void
}

export function ExerciseForm({ exercise, place }: { exercise: Exercise; place: ExercisePlace }) {
	const { items: exercises, unsent, isKept } = useExercises()
	const sync = useExercisesState()
	const [cleared, setCleared] = useState<readonly FieldEdit[] | null>(null)
	const heading = useId()
	const filled = findExercise(exercises, place)
	const slots = slotsOf(exercise)
	const { values, earlier } = splitAnswers(slots, filled)
	const write = (edits: readonly FieldEdit[]) => exercisesStore.write(place, exercise.title, edits)
	const answers: ExerciseInputs = {
		slots: new Map(slots.map((slot) => [slot.id, slot])),
		values,
		onEnter(slot, value) {
			setCleared(null)
			write([{ id: slot.id, label: slot.label, place: slot.place, value }])
		},
	}

	function clear() {
		const entered = filled ? enteredFields(filled) : []
		write(entered.map((field) => ({ ...field, value: '' })))
		setCleared(entered)
	}
	function undo() {
		const empty = new Set(filled?.fields.filter(({ value }) => value === '').map(({ id }) => id))
		write(cleared?.filter(({ id }) => empty.has(id)) ?? []) // clears only these fields, so that another tab's input is kept
		setCleared(null)
	}

	const isTooLarge = filled !== null && exerciseBytes(filled) > MAX_EXERCISE_BYTES
	return (
		<div
			role="group"
			aria-labelledby={heading}
			className="grid gap-6 [&>*]:m-0 [&>*]:min-w-0 print:break-inside-avoid print:[&>*]:break-inside-avoid"
		>
			<h4 id={heading}>{exercise.title}</h4>
			{exercise.intro && <p>{exercise.intro}</p>}
			{exercise.fields.map(({ id }) => (
				<ExerciseField key={id} id={id} answers={answers} />
			))}
			{exercise.table && <ExerciseTable title={exercise.title} table={exercise.table} answers={answers} />}
			{exercise.sums.length > 0 && <ExerciseSums sums={exercise.sums} figures={figuresOf(exercise, values)} />}
			{earlier.length > 0 && (
				<div>
					<h5>From an earlier edition</h5>
					<StoredAnswers fields={earlier} />
				</div>
			)}
			<div className="flex flex-wrap items-center justify-between gap-y-2 gap-x-8 text-soft screen-only">
				<p role="status">
					{cleared ? 'Cleared. ' : ''}
					{filled && describeSaveState({ sync, isKept, isTooLarge, isUnsent: unsent.includes(exerciseKey(place)) })}
				</p>
				{(cleared || values.size + earlier.length > 0) && (
					<Button variant="quiet" onClick={cleared ? undo : clear}>
						{cleared ? 'Undo' : 'Clear'}
						<span className="sr-only">: {exercise.title}</span>
					</Button>
				)}
			</div>
		</div>
	)
}
