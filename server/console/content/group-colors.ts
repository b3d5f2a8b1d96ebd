import { deriveTheme, isColor } from '#domain/color/brand-theme.ts'

import type { FieldChange } from './field-change.ts'
import { isObject, type Json } from './json-schema.ts'

const MODES = ['day', 'night'] as const

function listDerived(brand: Json): ReadonlySet<string> {
	if (!isObject(brand) || typeof brand.color !== 'string' || !isColor(brand.color)) return new Set()
	const color = brand.color.toLowerCase()
	return new Set(MODES.flatMap((mode) => Object.values<string>(deriveTheme(color, mode))).concat(color))
}

/**
 * Combines at least two changes of derived colors into one.
 * @param brand the new value
 */
export function groupColors(changes: readonly FieldChange[], brand: Json): FieldChange[] {
	const derived = listDerived(brand)
	const following = changes.filter(({ swatches: [color] = [] }) => color !== undefined && derived.has(color.after))
	if (following.length < 2) return [...changes]
	const words = `${following.length} values follow from your color`
	const group: FieldChange = {
		label: 'Brand colors',
		before: null,
		after: words,
		pieces: [{ text: words, is: 'same' }],
		swatches: following.flatMap(({ swatches = [] }) => swatches),
	}
	return [group, ...changes.filter((change) => !following.includes(change))]
}
