import { deriveTheme, isColor } from '#domain/color/brand-theme.ts'
import { isObject, type Json, type JsonObject } from '#server/console/content/read-form.ts'

const MODES = ['day', 'night'] as const

const colorOf = (brand: JsonObject): string => {
	const { color, day } = brand
	const found = color ?? (isObject(day) ? day.accent : '')
	return typeof found === 'string' ? found.toLowerCase() : ''
}

export const withBrandColor = (brand: Json): Json => (isObject(brand) ? { color: colorOf(brand), ...brand } : brand)

/** Updates the colors derived from a new brand color, except those that were also changed in the form. */
export function followBrandColor(before: Json, typed: Json): Json {
	if (!isObject(before) || !isObject(typed)) return typed
	const color = colorOf(typed)
	if (!isColor(color)) return typed
	if (color === colorOf(before)) {
		const { color: same, ...others } = typed
		return 'color' in before ? { color: same, ...others } : others
	}
	const themes = MODES.map((mode): [string, Json] => {
		const [old, own] = [before[mode], typed[mode]]
		if (!isObject(old) || !isObject(own)) return [mode, own]
		const derived: JsonObject = deriveTheme(color, mode)
		return [mode, Object.fromEntries(Object.entries(own).map(([key, value]) => [key, value === old[key] ? derived[key] : value]))]
	})
	return { ...typed, ...Object.fromEntries(themes) }
}
