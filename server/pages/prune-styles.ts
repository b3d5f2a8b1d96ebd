import { readStyleRules, readSelectors, type StyleRule } from './read-style-rules.ts'

const GROUP = /^@(?:layer|media|supports|container)\b/
const HEX_ESCAPE = /\\[0-9a-f]/i

/**
 * Removes the arguments of pseudo-classes. They may be negations or alternatives, so a selector can match a page that lacks what they name.
 */
function withoutArguments(selector: string): string {
	let depth = 0
	let kept = ''
	for (let at = 0; at < selector.length; at++) {
		const escaped = selector[at] === '\\'
		const piece = escaped ? selector.slice(at, at + 2) : (selector[at] ?? '')
		if (piece === '(') depth++
		else if (piece === ')') depth--
		else if (depth === 0) kept += piece
		if (escaped) at++
	}
	return kept
}

const CLASS = /\.((?:\\.|[\w-])+)/g
/** Pattern for parts of a selector that are neither element nor class: attributes and pseudo-classes. */
const CONDITION = /\[[^\]]*\]|::?[\w-]+/g

/** Pseudo-elements of rare form controls, and the markup of these controls. */
const CONTROL_PARTS = [
	{ part: /::-webkit-(?:date|calendar)/, control: /\stype="(?:date|time|datetime-local|month|week)"/ },
	{ part: /::file-selector-button/, control: /\stype="file"/ },
	{ part: /::-webkit-search/, control: /\stype="search"/ },
	{ part: /::-webkit-(?:inner|outer)-spin/, control: /\stype="number"/ },
	{ part: /::placeholder/, control: /\splaceholder="/ },
]

/** Elements and classes of a page. `absentParts`: pseudo-elements that the page can't contain. */
type Used = { elements: ReadonlySet<string>; classes: ReadonlySet<string>; absentParts: readonly RegExp[] }

/** Selector, and the elements and classes that a page must contain for it to match. */
type Selector = { text: string; elements: readonly string[]; classes: readonly string[] }

function readSelector(text: string): Selector {
	const plain = withoutArguments(text)
	const classes = [...plain.matchAll(CLASS)].map((match) => (match[1] ?? '').replace(/\\(.)/g, '$1'))
	const elements =
		plain
			.replace(CLASS, '')
			.replace(CONDITION, '')
			.match(/[a-z][\w-]*/gi) ?? []
	return { text, elements, classes }
}

function mayMatch({ text, elements, classes }: Selector, used: Used): boolean {
	if (HEX_ESCAPE.test(text)) return true
	if (used.absentParts.some((part) => part.test(text))) return false
	return classes.every((name) => used.classes.has(name)) && elements.every((name) => used.elements.has(name))
}

/** Style sheet, parsed once to be pruned for many pages. */
export type ParsedStyleSheet = readonly ParsedRule[]
type ParsedRule = StyleRule & { rules: ParsedStyleSheet | null; selectors: readonly Selector[] }

export const parseSheet = (css: string): ParsedStyleSheet =>
	readStyleRules(css).map(({ prelude, body }) => ({
		prelude,
		body: body === null || prelude.startsWith('@') ? body : withoutRepeats(body),
		rules: body !== null && GROUP.test(prelude) ? parseSheet(body) : null,
		selectors: prelude.startsWith('@') ? [] : readSelectors(prelude).map(readSelector),
	}))

function pruneRule({ prelude, body, rules, selectors }: ParsedRule, used: Used): string {
	if (body === null) return `${prelude};`
	if (rules) {
		const kept = rules.map((rule) => pruneRule(rule, used)).join('')
		return kept && `${prelude}{${kept}}`
	}
	if (prelude.startsWith('@')) return `${prelude}{${body}}`
	const kept = selectors.filter((selector) => mayMatch(selector, used)).map(({ text }) => text)
	return kept.length > 0 ? `${kept.join()}{${body}}` : ''
}

/** Removes repeated declarations: Tailwind writes one for each vendor prefix, even if all are the same. */
const withoutRepeats = (body: string): string => body.replace(/([\w-]+:[^;{}]+;)\1+/g, '$1')

const elementsOf = (html: string): Set<string> => new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name ?? ''))

const classesOf = (html: string): Set<string> =>
	new Set(
		[...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) =>
			(names ?? '').replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&quot;', '"').split(/\s+/),
		),
	)

/**
 * Returns the part of the style sheet that a page can use. Declares the order of the cascade layers first, because a layer that
 * loses all its rules must keep its position. Reduces the home page by a quarter (brotli).
 */
export function pruneStyles(rules: ParsedStyleSheet, html: string): string {
	const used = {
		elements: elementsOf(html),
		classes: classesOf(html),
		absentParts: CONTROL_PARTS.flatMap(({ part, control }) => (control.test(html) ? [] : part)),
	}
	const layers = rules.flatMap(({ prelude }) => /^@layer ([\w-]+)$/.exec(prelude)?.[1] ?? [])
	const order = layers.length > 0 ? `@layer ${[...new Set(layers)].join()};` : ''
	return order + withoutResetFonts(withoutIdleVariables(rules.map((rule) => pruneRule(rule, used)).join(''), html))
}

const VARIABLE = /@property (--[\w-]+)\{[^}]*\}|(?<=[{;])(--[\w-]+):(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\([^()"']*\)|[^;{}"'])*;?/g

/** Variables that drawings in separate files (app/assets) read from the page that shows them. */
const OF_DRAWINGS = /^--(?:art-|(?:accent|font-sans|ink|on-sun)$)/
const SHOWS_DRAWING = /<use href="[^"#]/

/**
 * Removes variables that neither the rules nor the page nor its drawings read. Tailwind declares the variables of every utility on the
 * site, twice.
 */
function withoutIdleVariables(css: string, html: string): string {
	const read = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
	const kept = css.replace(VARIABLE, (whole, registered: string | undefined, declared: string | undefined) => {
		const name = registered ?? declared ?? ''
		return read.has(name) || html.includes(name) || (OF_DRAWINGS.test(name) && SHOWS_DRAWING.test(html)) ? whole : ''
	})
	// A variable may have been read only by a variable that was just removed.
	return kept === css ? css : withoutIdleVariables(kept, html)
}

/** Removes the fallback fonts of Tailwind's reset, because this site sets its own fonts. */
const withoutResetFonts = (css: string): string => css.replace(/var\((--default-(?:mono-)?font-family),[^()]*\)/g, 'var($1)')

export const fontFaces = (rules: ParsedStyleSheet): string =>
	rules.map(({ prelude, body }) => (prelude === '@font-face' ? `${prelude}{${body}}` : '')).join('')

/** Returns the full sheet for later pages. Font faces stay in the page itself: declaring a font again would load it again. */
export const withoutFontFaces = (rules: ParsedStyleSheet): string =>
	withoutResetFonts(
		rules
			.filter(({ prelude }) => prelude !== '@font-face')
			.map(({ prelude, body }) => (body === null ? `${prelude};` : `${prelude}{${body}}`))
			.join(''),
	)
