import { defaultFilter } from 'cmdk'

/** Minimum score of a loose match: below it, the letters are in the right order only by chance. */
const LOOSEST = 0.05

/** Filler words, which are ignored when scoring. */
const FILLERS = new Set(
	'a an the my our to of for in on and how do i can where is change edit set update modify create make add new open show see go'.split(' '),
)

/** Returns the words that aren't fillers; all words if there are none. */
function keywordsOf(query: string): string[] {
	const all = query.split(/\s+/)
	const kept = all.filter((word) => !FILLERS.has(word))
	return kept.length === 0 ? all : kept
}

/** Scores an entry from 0 (hidden) to 1. Direct matches in the label rank above matches in `words`; loose label matches rank last. */
export function scoreEntry(label: string, typed: string, words: readonly string[] = []): number {
	const query = typed.trim().toLowerCase()
	const starts = (text: string) => ` ${text.toLowerCase()}`.includes(` ${query}`)
	if (label.toLowerCase() === query) return 1
	if (starts(label) && words.includes(query)) return 0.99
	if (label.toLowerCase().startsWith(query)) return 0.98
	if (starts(label)) return 0.95
	if (label.toLowerCase().includes(query)) return 0.9
	if (words.some(starts)) return 0.8
	const all = ` ${[label, ...words].join(' ').toLowerCase()}`
	const isAbout = (keywords: readonly string[]) => keywords.every((each) => all.includes(` ${each}`))
	const [queryWords, keywords] = [query.split(/\s+/), keywordsOf(query)]
	// Matches in the label score higher: “change price” should find prices before an offer that merely has one.
	const isInLabel = keywords.some((each) => ` ${label.toLowerCase()}`.includes(` ${each}`))
	if (isAbout(queryWords)) return isInLabel ? 0.75 : 0.7
	if (isAbout(keywords)) return isInLabel ? 0.65 : 0.6
	// Letters scattered over `words` don't count: “team” would match “wriTE Add section Module”.
	const loose = defaultFilter(label, typed, [])
	return loose < LOOSEST ? 0 : loose * 0.5
}
