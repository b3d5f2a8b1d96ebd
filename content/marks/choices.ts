import { z } from 'zod'

const known = new WeakMap<z.ZodType, ReadonlySet<string>>()

/** Returns the enum values and constants of a schema. They get no mark, because code compares them. */
export function choicesOf(schema: z.ZodType): ReadonlySet<string> {
	const ready = known.get(schema)
	if (ready) return ready
	const found = new Set<string>()
	JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (key, value: unknown) => {
		if (key === 'const' && typeof value === 'string') found.add(value)
		if (key === 'enum' && Array.isArray(value)) for (const each of value) if (typeof each === 'string') found.add(each)
		return value
	})
	known.set(schema, found)
	return found
}
