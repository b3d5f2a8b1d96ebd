/** Matches `{{…`, `{word…` and `…}}`, closed or not. */
const PLACEHOLDER = /\{\{[^{}\n]{0,30}\}*|\{\s*[A-Za-z][^{}\n]{0,30}\}?|[^{}\s]+\}\}/g

/** Returns text that looks like a placeholder. Emails to subscribers have none, so recipients would see it as typed. */
export const findPlaceholders = (...texts: readonly string[]): string[] => [
	...new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([found]) => found.trim()))),
]
