import { boxIds } from '#domain/progress/box-ids.ts'

import { type Exercise, type ExerciseColumn, type ExerciseField, type ExerciseTable, isFigure } from './exercise.ts'
import { type FilledField, enteredFields, type FilledExercise } from './filled-exercise.ts'
import type { Figures } from './formula.ts'
import { readFigure } from './read-figure.ts'

/** Most rows of a table whose rows have no names. */
export const MAX_ROWS = 20

/** One place to fill in: a field, or a cell of the table. `id`, `label` and `place` are those it is kept with. */
export type Slot = Pick<FilledField, 'id' | 'label' | 'place'> & { asked: ExerciseField | ExerciseColumn }

/** Row: named ones keep their answers by name, so rows may be moved and added. */
export type Row = { key: string; label: string | null }

const UNITS: Record<string, { said: RegExp; unit: string }> = {
	money: { said: /\$|dollar/i, unit: '$' },
	percent: { said: /%|percent/i, unit: '%' },
	hours: { said: /hour/i, unit: 'hours' },
}

/** The label with the unit of its figures, unless it says it. */
export function labelWithUnit({ label, type }: { label: string; type: string }): string {
	const known = UNITS[type]
	return !known || known.said.test(label) ? label : `${label} (${known.unit})`
}

/** @param most unnamed rows, at least those of the table */
export function rowsOf({ rows }: ExerciseTable, most = 0): Row[] {
	if (typeof rows === 'number')
		return Array.from({ length: Math.min(MAX_ROWS, Math.max(rows, most)) }, (_, index) => ({ key: `${index + 1}`, label: null }))
	const keys = boxIds(rows)
	return rows.map((label, index) => ({ key: keys[index] ?? '', label }))
}

/** Every place of an exercise in its order, all rows that a table may have included. */
export function slotsOf({ fields, table }: Exercise): Slot[] {
	const asked = fields.map((field) => ({ id: field.id, label: labelWithUnit(field), asked: field }))
	const cells = table
		? rowsOf(table, MAX_ROWS).flatMap(({ key, label }) =>
				table.columns.map((column) => ({
					id: `${column.id}.${key}`,
					label: `${label ?? `Row ${key}`}: ${labelWithUnit(column)}`,
					asked: column,
				})),
			)
		: []
	return [...asked, ...cells].map((slot, place) => ({ ...slot, place }))
}

/** True if a field can show an answer: a choice may have lost its option, a slider its end. */
function canShow(asked: Slot['asked'], value: string): boolean {
	if (asked.type === 'choice') return asked.options.includes(value)
	if (asked.type !== 'slider') return true
	const figure = readFigure(value)
	return figure !== null && figure >= asked.min && figure <= asked.max
}

export type SortedAnswers = {
	/** Values that the exercise can show, by position. */
	values: ReadonlyMap<string, string>
	/** Fields of an earlier edition. */
	earlier: readonly FilledField[]
}

/** Assigns answers to the current fields of the exercise. */
export function sortAnswers(slots: readonly Slot[], filled: FilledExercise | null): SortedAnswers {
	const entered = filled ? enteredFields(filled) : []
	const askedBy = new Map(slots.map(({ id, asked }) => [id, asked]))
	const isShown = ({ id, value }: FilledField) => {
		const asked = askedBy.get(id)
		return asked !== undefined && canShow(asked, value)
	}
	return {
		values: new Map(entered.filter(isShown).map(({ id, value }) => [id, value])),
		earlier: entered.filter((field) => !isShown(field)),
	}
}

/** The last row of an unnamed table in which something is entered; 0 where nothing is. */
export const lastRow = (values: ReadonlyMap<string, string>): number =>
	Math.max(0, ...[...values.keys()].map((id) => Number(/\.(\d{1,2})$/.exec(id)?.[1] ?? 0)))

/** Inputs of formulas. A slider counts at its position; a table with an unreadable figure has no sum for that column. */
export function figuresOf(exercise: Exercise, values: ReadonlyMap<string, string>): Figures {
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
