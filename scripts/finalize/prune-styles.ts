import { readRules, readSelectors, type Rule } from './read-rules.ts'

const GROUP = /^@(?:layer|media|supports|container)\b/
const HEX_ESCAPE = /\\[0-9a-f]/i

/** What a functional pseudo-class holds may be a negation or a choice: it never rules a selector out. */
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

function mayMatch(selector: string, classes: ReadonlySet<string>): boolean {
	if (HEX_ESCAPE.test(selector)) return true
	const named = [...withoutArguments(selector).matchAll(/\.((?:\\.|[\w-])+)/g)].map((match) => (match[1] ?? '').replace(/\\(.)/g, '$1'))
	return named.every((name) => classes.has(name))
}

function pruneRule({ prelude, body }: Rule, classes: ReadonlySet<string>): string {
	if (body === null) return `${prelude};`
	if (GROUP.test(prelude)) {
		const kept = readRules(body)
			.map((rule) => pruneRule(rule, classes))
			.join('')
		return kept && `${prelude}{${kept}}`
	}
	if (prelude.startsWith('@')) return `${prelude}{${body}}`
	return readSelectors(prelude).some((selector) => mayMatch(selector, classes)) ? `${prelude}{${body}}` : ''
}

/** Every class name the markup uses. */
export const classesOf = (html: string): Set<string> =>
	new Set(
		[...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) =>
			(names ?? '').replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&quot;', '"').split(/\s+/),
		),
	)

/**
 * The part of the site's sheet that the markup of one page can use. The order of the cascade layers is stated first,
 * because a layer that loses all its rules must still come where it came.
 */
export function pruneStyles(css: string, html: string): string {
	const rules = readRules(css)
	const classes = classesOf(html)
	const layers = rules.flatMap(({ prelude }) => /^@layer ([\w-]+)$/.exec(prelude)?.[1] ?? [])
	const order = layers.length > 0 ? `@layer ${[...new Set(layers)].join()};` : ''
	return order + withoutIdleProperties(rules.map((rule) => pruneRule(rule, classes)).join(''))
}

/** Tailwind registers the variables of every utility of the site, twice; a page needs those its own rules read. */
function withoutIdleProperties(css: string): string {
	const isRead = (name: string) => css.includes(`var(${name})`) || css.includes(`var(${name},`)
	return css
		.replace(/@property (--tw-[\w-]+)\{[^}]*\}/g, (rule, name: string) => (isRead(name) ? rule : ''))
		.replace(/(?<=[{;])(--tw-[\w-]+):initial;?/g, (declaration, name: string) => (isRead(name) ? declaration : ''))
}

/** The whole sheet for the pages to come. The faces stay with the page: declaring a font again would load it again. */
export const withoutFontFaces = (css: string): string =>
	readRules(css)
		.filter(({ prelude }) => prelude !== '@font-face')
		.map(({ prelude, body }) => (body === null ? `${prelude};` : `${prelude}{${body}}`))
		.join('')
