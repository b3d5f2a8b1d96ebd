import { nameEntry } from './field-words.ts'
import { toSlug } from './files.ts'
import { isObject, type Json } from './json-schema.ts'

function nameOne(entry: Json, taken: Set<string>): Json {
	const named = fillShortNames(entry)
	const name = isObject(named) && named.id === '' ? nameEntry(named) : undefined
	// A name without Latin letters results in no slug.
	const slug = name === undefined ? null : (toSlug(name) ?? 'entry')
	if (!isObject(named) || slug === null) return named
	let id = slug
	for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`
	taken.add(id)
	return { ...named, id }
}

/** Fills empty ids and slugs of list entries from their names. Existing ones are kept, because pages may refer to them. */
export function fillShortNames(value: Json): Json {
	if (Array.isArray(value)) {
		const taken = new Set(value.flatMap((entry) => (isObject(entry) && typeof entry.id === 'string' ? entry.id : [])))
		return value.map((entry) => nameOne(entry, taken))
	}
	return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillShortNames(each)])) : value
}
