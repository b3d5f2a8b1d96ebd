import { fitText } from '#domain/json/read-json.ts'

import { exerciseKey, type FilledExercise, type FilledField, MAX_FIELD_LENGTH, MAX_LABEL_LENGTH } from './filled-exercise.ts'

export type FieldEdit = Pick<FilledField, 'id' | 'label' | 'place' | 'value'>

/** Applies edits. An edit is always later than the one it replaces, even if the browser's clock is behind. */
export function applyEdits(
	filled: FilledExercise,
	{ title, edits, nowMs }: { title: string; edits: readonly FieldEdit[]; nowMs: number },
): FilledExercise {
	const before = new Map(filled.fields.map((field) => [field.id, field.changedAt]))
	const fields = edits.map(({ id, label, place, value }) => ({
		id,
		label: value === '' ? '' : fitText(label, MAX_LABEL_LENGTH),
		place,
		value: fitText(value, MAX_FIELD_LENGTH),
		changedAt: Math.max(nowMs, (before.get(id) ?? -1) + 1),
	}))
	return { ...mergeFilled(filled, { ...filled, fields }), title: fitText(title, MAX_LABEL_LENGTH) }
}

const newest = ({ fields }: FilledExercise) => fields.reduce((latest, { changedAt }) => Math.max(latest, changedAt), 0)
const ordered = (field: FilledField) => JSON.stringify([field.value, field.label, field.place])

/** Returns the later edit. For equal times, every browser picks the same one. */
function laterField(a: FilledField, b: FilledField): FilledField {
	if (a.changedAt !== b.changedAt) return a.changedAt > b.changedAt ? a : b
	return ordered(a) >= ordered(b) ? a : b
}

function laterTitle(a: FilledExercise, b: FilledExercise): string {
	const [ofA, ofB] = [newest(a), newest(b)]
	if (ofA !== ofB) return ofA > ofB ? a.title : b.title
	return a.title >= b.title ? a.title : b.title
}

/**
 * Merges two records. For each field, the later edit wins, so two browsers that filled in different fields lose nothing. Commutative,
 * associative and idempotent.
 */
export function mergeFilled(ours: FilledExercise, theirs: FilledExercise): FilledExercise {
	const merged = new Map<string, FilledField>()
	for (const field of [...ours.fields, ...theirs.fields]) merged.set(field.id, laterField(merged.get(field.id) ?? field, field))
	const fields = [...merged.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
	return { ...ours, title: laterTitle(ours, theirs), fields }
}

const byPlace = (a: FilledExercise, b: FilledExercise) => a.moduleId - b.moduleId || (exerciseKey(a) < exerciseKey(b) ? -1 : 1)

export function mergeAllFilled(ours: readonly FilledExercise[], theirs: readonly FilledExercise[]): FilledExercise[] {
	const merged = new Map<string, FilledExercise>()
	for (const filled of [...ours, ...theirs]) {
		const key = exerciseKey(filled)
		merged.set(key, mergeFilled(merged.get(key) ?? filled, filled))
	}
	return [...merged.values()].toSorted(byPlace)
}

/** True if two records are equal except for the order of fields, so there is nothing to send. */
export const isSameFilled = (a: FilledExercise, b: FilledExercise): boolean =>
	JSON.stringify(mergeFilled(a, a)) === JSON.stringify(mergeFilled(b, b))

/** True if `after` contains text that `before` doesn't. Emptying a field adds none. */
export const addsText = (before: FilledExercise | null, after: FilledExercise): boolean =>
	after.fields.some(({ id, value }) => value !== '' && before?.fields.find((field) => field.id === id)?.value !== value)
