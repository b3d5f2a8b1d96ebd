/** Statement in a style sheet. `@import …;` has no body; everything with braces has one. */
export type StyleRule = { prelude: string; body: string | null }

function skipString(css: string, start: number): number {
	const quote = css[start]
	for (let at = start + 1; at < css.length; at++) {
		if (css[at] === '\\') at++
		else if (css[at] === quote) return at + 1
	}
	return css.length
}

/**
 * Skips strings, escapes, brackets and parentheses.
 * @returns the index after the stop; the length of the text if there is none
 */
function skipTo(css: string, start: number, stops: string): number {
	let depth = 0
	let at = start
	while (at < css.length) {
		const char = css[at] ?? ''
		if (char === '\\') at += 2
		else if (char === '"' || char === "'") at = skipString(css, at)
		else if (depth === 0 && stops.includes(char)) return at + 1
		else {
			if ('([{'.includes(char)) depth++
			if (')]}'.includes(char)) depth--
			at++
		}
	}
	return css.length
}

/** Parses the statements of a style sheet or a block, in order. Drops comments. */
export function readStyleRules(source: string): StyleRule[] {
	const css = source.replace(/\/\*[\s\S]*?\*\//g, '')
	const rules: StyleRule[] = []
	for (let at = 0; at < css.length;) {
		const open = skipTo(css, at, '{;')
		const prelude = css.slice(at, open - 1).trim()
		if (css[open - 1] === '{') {
			const close = skipTo(css, open, '}')
			rules.push({ prelude, body: css.slice(open, close - 1) })
			at = close
		} else {
			if (prelude) rules.push({ prelude, body: null })
			at = open
		}
	}
	return rules
}

/** Splits a selector list, but not at commas inside a selector. */
export function readSelectors(list: string): string[] {
	const selectors: string[] = []
	for (let at = 0; at < list.length;) {
		const end = skipTo(list, at, ',')
		selectors.push(list.slice(at, list[end - 1] === ',' ? end - 1 : end).trim())
		at = end
	}
	return selectors
}
