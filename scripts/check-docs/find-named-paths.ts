const RINGS = 'app|server|domain|contracts|content|tests|scripts|docs|public'
const END_OF_PATH = String.raw`[\w-]+(?:/[\w-]+)*/[\w.-]+\.tsx?\b`
const IN_CODE = new RegExp(String.raw`(?<![\w/.#@-])(?:(?:${RINGS})/[\w./*{},+-]*|${END_OF_PATH})`, 'g')
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g

export type NamedPath = { line: number; path: string; isLink: boolean }

/**
 * Finds paths in relative links, and in `code` if they begin with a ring or are the end of a source file's path. Ignores patterns,
 * which contain `<…>` or `…`.
 */
export function findNamedPaths(markdown: string): NamedPath[] {
	return markdown.split('\n').flatMap((text, index) => {
		const links = [...text.matchAll(LINK)].map(([, path = '']) => ({ line: index + 1, path, isLink: true }))
		const inCode = [...text.matchAll(/`([^`]+)`/g)]
			.flatMap(([, code = '']) => (/[<…]/.test(code) ? [] : [...code.matchAll(IN_CODE)]))
			.map(([path]) => ({ line: index + 1, path: path.replace(/[.,]$/, ''), isLink: false }))
		return [...links, ...inCode]
	})
}

/** Lists names in `code` that are the first cell of a table row and match a pattern. */
export const namesInTable = (markdown: string, pattern: RegExp): string[] =>
	[...markdown.matchAll(/^\| *`([^`]+)` *\|/gm)].map(([, name = '']) => name).filter((name) => pattern.test(name))

/** Lists the names that are in only one of two lists, as sentences. */
export function describeDifferences(
	documented: readonly string[],
	real: readonly string[],
	words: { missing: string; surplus: string },
): string[] {
	const [inDocument, inReality] = [new Set(documented), new Set(real)]
	return [
		...[...inReality].filter((name) => !inDocument.has(name)).map((name) => `${name} ${words.missing}`),
		...[...inDocument].filter((name) => !inReality.has(name)).map((name) => `${name} ${words.surplus}`),
	]
}
