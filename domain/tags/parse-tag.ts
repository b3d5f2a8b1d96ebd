/** Maximum length of a tag, in code points. */
export const TAG_LENGTH = 40
/** Maximum tags of one person. */
export const MAX_TAGS_OF_PERSON = 20
/** Maximum number of tags in the academy, so that a menu can list them all. */
export const MAX_TAGS = 200

/** Separates a person's tags in a file. Tags can't contain them. */
const SEPARATORS = /[,;]/

/**
 * Parses a typed tag, which may contain line breaks. Case is kept but ignored in comparisons.
 * @returns the tag's name, or an error message
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

/** Splits a file's cell such as `VIP, Spring 2027` into unique tags. `fault` is the first error; null if there is none. */
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
