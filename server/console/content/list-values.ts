import type { Content } from '#content/load-content.server.ts'
import { describePlaceholders } from '#content/promises/placeholders.ts'

/** A placeholder for texts, such as `{price}`. `value` is its current text; null if it depends on the page. */
export type PlaceholderValue = { name: string; meaning: string; value: string | null }

export function listValues({ promises, site }: Content, file: string): PlaceholderValue[] {
	const values: Readonly<Record<string, string>> = { ...promises, brand: site.name, program: site.program, supportEmail: site.supportEmail }
	return describePlaceholders(file).map(([name, meaning]) => ({ name, meaning, value: values[name] ?? null }))
}
