/** Characters of a tag. */
export const TAG_LENGTH = 40
/** Maximum tags of one person. */
export const MAX_TAGS_OF_PERSON = 20
/** Maximum different tags, so that a list of all fits into a menu. */
export const MAX_TAGS = 200

/** Files list the tags of a person with these between them. */
const SEPARATORS = /[,;]/

/**
 * Puts a typed tag on one line. Case is kept, but tags compare without it.
 * @returns what is wrong with it, or its name
 */
export function parseTag(typed: string): { name: string } | { fault: string } {
	const name = typed
		.normalize('NFC')
		.replaceAll(/[\s\p{Cc}\p{Cs}\u200b]+/gu, ' ')
		.trim()
	if (name === '') return { fault: 'Enter a tag.' }
	if ([...name].length > TAG_LENGTH) return { fault: `A tag has at most ${TAG_LENGTH} characters.` }
	if (SEPARATORS.test(name)) return { fault: 'A tag can’t contain a comma or a semicolon.' }
	return { name }
}

/** Splits a cell of a file such as `VIP, Spring 2027` into tags, each once. `fault` is about the first that is refused. */
export function parseTags(cell: string): { names: string[]; fault: string | null } {
	const parts = cell
		.split(SEPARATORS)
		.filter((part) => part.trim() !== '')
		.map(parseTag)
	const names = new Map(parts.flatMap((part) => ('name' in part ? [[part.name.toLowerCase(), part.name] as const] : [])))
	const refused = parts.find((part) => 'fault' in part)
	const isTooMany = names.size > MAX_TAGS_OF_PERSON
	return {
		names: [...names.values()].slice(0, MAX_TAGS_OF_PERSON),
		fault: refused?.fault ?? (isTooMany ? `A person has at most ${MAX_TAGS_OF_PERSON} tags.` : null),
	}
}
