import type { Json } from './read-form.ts'

/** Possible values of a field or list with their labels, by the format in its schema. */
export type FormatChoices = Readonly<Record<string, readonly (readonly [value: string | number, words: string, about?: string])[]>>
export type CheckboxField = { id: string; name: string; value: string; label: string; about?: string; isChecked: boolean }

/** Creates a checkbox for each value. Selected but unknown values stay checked, so saving doesn't lose them. */
export function toBoxes(choices: FormatChoices[string], chosen: readonly Json[], place: { id: string; path: string }): CheckboxField[] {
	const gone = chosen.filter((value) => choices.every(([known]) => known !== value))
	return [...choices, ...gone.map((value) => [value as string | number, `${String(value)} (no longer exists)`] as const)].map(
		([value, label, about], index) => ({
			id: `${place.id}-${index}`,
			name: `${typeof value === 'number' ? 'p' : 'o'}${place.path}/${index}`,
			value: String(value),
			label,
			...(about !== undefined && { about }),
			isChecked: chosen.includes(value),
		}),
	)
}
