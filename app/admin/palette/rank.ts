import { defaultFilter } from 'cmdk'

/** Minimum score of a loose match: below it, the letters occur in this order only by chance. */
const LOOSEST = 0.05

/** Scores an entry from 0 (hidden) to 1. Direct matches in the label rank above matches in `words`; loose label matches rank last. */
export function rank(label: string, typed: string, words: readonly string[] = []): number {
	const asked = typed.trim().toLowerCase()
	const starts = (text: string) => ` ${text.toLowerCase()}`.includes(` ${asked}`)
	if (label.toLowerCase() === asked) return 1
	if (starts(label) && words.includes(asked)) return 0.99
	if (label.toLowerCase().startsWith(asked)) return 0.98
	if (starts(label)) return 0.95
	if (label.toLowerCase().includes(asked)) return 0.9
	if (words.some(starts)) return 0.8
	const all = ` ${[label, ...words].join(' ').toLowerCase()}`
	if (asked.split(/\s+/).every((each) => all.includes(` ${each}`))) return 0.7
	// Letters scattered over `words` don't count: “team” would match “wriTE Add section Module”.
	const loose = defaultFilter(label, typed, [])
	return loose < LOOSEST ? 0 : loose * 0.5
}
