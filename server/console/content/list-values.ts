import type { Content } from '#content/load-content.server.ts'
import { listMeanings } from '#content/promises/placeholders.ts'

/** A name that a text may have between braces. `value` is what people read today; null where their page decides. */
export type ShownValue = { name: string; meaning: string; value: string | null }

/** Values that texts of a file may name. */
export function listValues({ promises, site }: Content, file: string): ShownValue[] {
	const values: Readonly<Record<string, string>> = { ...promises, brand: site.name, program: site.program, supportEmail: site.supportEmail }
	return listMeanings(file).map(([name, meaning]) => ({ name, meaning, value: values[name] ?? null }))
}
