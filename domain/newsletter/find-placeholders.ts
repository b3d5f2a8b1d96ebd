/** Matches `{{…`, `{word…` and `…}}`, closed or not. The parts have a maximum length, so that the time to search is proportional to the text's length. */
const PLACEHOLDER = /\{\{[^{}\n]{0,30}\}*|\{[ \t]{0,30}[A-Za-z][^{}\n]{0,30}\}?|[^{}\s]{1,30}\}\}/g

/** Matches text in backticks, which shows code. */
const CODE = /`[^`\n]*`/g

const MAX_FOUND = 5

/** Returns text that looks like a placeholder, at most five. Newsletters have none, so recipients would see it as typed. */
export const findPlaceholders = (...texts: readonly string[]): string[] =>
	[...new Set(texts.flatMap((text) => [...text.replaceAll(CODE, '').matchAll(PLACEHOLDER)].map(([found]) => found.trim())))].slice(
		0,
		MAX_FOUND,
	)
