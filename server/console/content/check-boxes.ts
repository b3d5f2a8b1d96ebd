import type { Json } from './json-schema.ts'

/** Values that a list can have, in words, by the format of its schema. */
export type Choices = Readonly<Record<string, readonly (readonly [value: string | number, words: string])[]>>
export type Box = { id: string; name: string; value: string; label: string; isChecked: boolean }

/** A checkbox for each value. What is chosen but no longer known stays checked, so that saving does not lose it. */
export function toBoxes(choices: Choices[string], chosen: readonly Json[], place: { id: string; path: string }): Box[] {
	const gone = chosen.filter((value) => choices.every(([known]) => known !== value))
	return [...choices, ...gone.map((value) => [value as string | number, `${String(value)} (no longer there)`] as const)].map(
		([value, label], index) => ({
			id: `${place.id}-${index}`,
			name: `${typeof value === 'number' ? 'p' : 'o'}${place.path}/${index}`,
			value: String(value),
			label,
			isChecked: chosen.includes(value),
		}),
	)
}
