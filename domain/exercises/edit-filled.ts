import { type FilledExercise, type FilledField, fitText, MAX_FIELD_LENGTH, MAX_LABEL_LENGTH } from './filled-exercise.ts'
import { mergeFilled } from './merge-filled.ts'

/** New value of a field, with its current label and position. */
export type FieldEdit = Pick<FilledField, 'id' | 'label' | 'place' | 'value'>

/**
 * Edits some fields of a record and keeps the others. An edit always gets a later time than the one it replaces, even if the
 * browser's clock is behind.
 */
export function editFilled(
	filled: FilledExercise,
	{ title, edits, nowMs }: { title: string; edits: readonly FieldEdit[]; nowMs: number },
): FilledExercise {
	const before = new Map(filled.fields.map((field) => [field.id, field.changedAt]))
	const fields = edits.map(({ id, label, place, value }) => ({
		id,
		// An empty field needs no label.
		label: value === '' ? '' : fitText(label, MAX_LABEL_LENGTH),
		place,
		value: fitText(value, MAX_FIELD_LENGTH),
		changedAt: Math.max(nowMs, (before.get(id) ?? -1) + 1),
	}))
	return { ...mergeFilled(filled, { ...filled, fields }), title: fitText(title, MAX_LABEL_LENGTH) }
}
