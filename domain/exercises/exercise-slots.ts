import { boxIds } from '#domain/progress/box-ids.ts'

import { type Exercise, type ExerciseColumn, type ExerciseField, type ExerciseSum, type ExerciseTable, isFigure } from './exercise.ts'
import { readFigure } from './figure-text.ts'
import { enteredFields, type FilledExercise, type FilledField } from './filled-exercise.ts'
import { evaluateFormula, type FormulaInputs, parseFormula } from './formula.ts'

/** Calculates sums in order, because later ones can use earlier results. A sum is null if it can't be calculated. */
export function answerSums(sums: readonly Pick<ExerciseSum, 'id' | 'formula'>[], figures: FormulaInputs): (number | null)[] {
	const fields = new Map(figures.fields)
	return sums.map(({ id, formula }) => {
		const parsed = parseFormula(formula)
		const answer = parsed.ok ? evaluateFormula(parsed.formula, { ...figures, fields }) : null
		if (id !== undefined && answer !== null) fields.set(id, answer)
		return answer
	})
}

/** Maximum rows of a table without row labels. */
export const MAX_EXERCISE_ROWS = 20

/** A field or a table cell to fill in. `id`, `label` and `place` are stored with the answer. */
export type Slot = Pick<FilledField, 'id' | 'label' | 'place'> & { asked: ExerciseField | ExerciseColumn }

/** A table row. Answers in labeled rows are stored by label, so that rows can be moved and added. */
export type ExerciseRow = { key: string; label: string | null }

const UNITS: Record<string, { said: RegExp; unit: string }> = {
	money: { said: /\$|dollar/i, unit: '$' },
	percent: { said: /%|percent/i, unit: '%' },
	hours: { said: /hour/i, unit: 'hours' },
}

/** Adds the unit to the label, unless the label contains it. */
export function labelWithUnit({ label, type }: { label: string; type: string }): string {
	const known = UNITS[type]
	return !known || known.said.test(label) ? label : `${label} (${known.unit})`
}

/**
 * Lists a table's rows.
 * @param most minimum number of unlabeled rows, because the learner may have added some; the table's own number if that
 * is larger
 */
export function rowsOf({ rows }: ExerciseTable, most = 0): ExerciseRow[] {
	if (typeof rows === 'number')
		return Array.from({ length: Math.min(MAX_EXERCISE_ROWS, Math.max(rows, most)) }, (_, index) => ({ key: `${index + 1}`, label: null }))
	const keys = boxIds(rows)
	return rows.map((label, index) => ({ key: keys[index] ?? '', label }))
}

/** Lists an exercise's slots in order, including those of rows that a learner can add. */
export function slotsOf({ fields, table }: Exercise): Slot[] {
	const asked = fields.map((field) => ({ id: field.id, label: labelWithUnit(field), asked: field }))
	const cells = table
		? rowsOf(table, MAX_EXERCISE_ROWS).flatMap(({ key, label }) =>
				table.columns.map((column) => ({
					id: `${column.id}.${key}`,
					label: `${label ?? `Row ${key}`}: ${labelWithUnit(column)}`,
					asked: column,
				})),
			)
		: []
	return [...asked, ...cells].map((slot, place) => ({ ...slot, place }))
}

/** True if a field can show a stored answer. A choice may have lost its option since then, and a slider's range may have changed. */
function canShow(asked: Slot['asked'], value: string): boolean {
	if (asked.type === 'choice') return asked.options.includes(value)
	if (asked.type !== 'slider') return true
	const figure = readFigure(value)
	return figure !== null && figure >= asked.min && figure <= asked.max
}

export type SplitAnswers = {
	/** Answers that the current fields can show, by slot ID. */
	values: ReadonlyMap<string, string>
	/** Answers that no current field can show, because the exercise has changed. */
	earlier: readonly FilledField[]
}

/** Separates answers that the current fields can show from those they can't. */
export function splitAnswers(slots: readonly Slot[], filled: FilledExercise | null): SplitAnswers {
	const entered = filled ? enteredFields(filled) : []
	const fieldById = new Map(slots.map(({ id, asked }) => [id, asked]))
	const isShown = ({ id, value }: FilledField) => {
		const asked = fieldById.get(id)
		return asked !== undefined && canShow(asked, value)
	}
	return {
		values: new Map(entered.filter(isShown).map(({ id, value }) => [id, value])),
		earlier: entered.filter((field) => !isShown(field)),
	}
}

/** Returns the number of the last filled row in a table without row labels; 0 if there is none. */
export const lastFilledRow = (values: ReadonlyMap<string, string>): number =>
	Math.max(0, ...[...values.keys()].map((id) => Number(/\.(\d{1,2})$/.exec(id)?.[1] ?? 0)))

/**
 * Collects the inputs of formulas. An untouched slider counts with its start value. A column that contains an invalid number has no sum.
 */
export function figuresOf(exercise: Exercise, values: ReadonlyMap<string, string>): FormulaInputs {
	const fields = exercise.fields
		.filter(({ type }) => isFigure(type))
		.map((field) => [field.id, readFigure(values.get(field.id) ?? '') ?? (field.type === 'slider' ? field.start : null)] as const)
	const columns = (exercise.table?.columns ?? []).map(({ id, type }) => {
		const cells = [...values].filter(([key]) => key.startsWith(`${id}.`)).map(([, value]) => value)
		const numbers = isFigure(type) ? cells.map((cell) => readFigure(cell) ?? Number.NaN) : []
		return [id, { filled: cells.length, numbers }] as const
	})
	return { fields: new Map(fields.filter((entry): entry is readonly [string, number] => entry[1] !== null)), columns: new Map(columns) }
}
