import { escapePattern } from '#domain/markup/escape-pattern.ts'

import { type ContentString, FRONT_MATTER, readContentStrings } from './references.ts'

const LINK = /\[([^\]]*)\]\(<?(\/[^)\s>]*)>?(?:\s+[^)]*)?\)/g

/** Returns the links in a string of a file, with their words. The old address of a redirect is no link. */
export const linksIn = ({ key, value }: Pick<ContentString, 'key' | 'value'>): [href: string, words: string][] => {
	if (value.startsWith('/')) return key === 'from' ? [] : [[value, '']]
	return [...value.matchAll(LINK)].map(([, words = '', href = '']) => [href, words])
}

type IsGone = (href: string) => boolean

const findLinks = (file: string, source: string, isGone: IsGone): string[] =>
	readContentStrings(file, source).flatMap((each) => linksIn(each).flatMap(([href]) => (isGone(href) ? [href] : [])))

export const countLinks = (file: string, source: string, isGone: IsGone): number => findLinks(file, source, isGone).length

/** Points links to another page: whole values of JSON and front matter, and Markdown links. */
export function replaceLinks(file: string, source: string, { isGone, to }: { isGone: IsGone; to: string }): string {
	const hrefs = [...new Set(findLinks(file, source, isGone))].map(escapePattern)
	if (hrefs.length === 0) return source
	const whole = new RegExp(
		`(?<!"from":\\s*["'])(?<=(["']))(?:${hrefs.join('|')})(?=\\1)|(?<=^[ \\t-]*(?:[\\w-]+: +|- +))(?:${hrefs.join('|')})(?=[ \\t]*$)`,
		'gm',
	)
	const inMarkdown = new RegExp(`(?<=\\]\\(<?)(?:${hrefs.join('|')})(?=[)>\\s])`, 'g')
	const valuesEnd = file.endsWith('.md') ? (FRONT_MATTER.exec(source)?.[0].length ?? 0) : source.length
	const replaced = source.slice(0, valuesEnd).replaceAll(whole, () => to) + source.slice(valuesEnd)
	return replaced.replaceAll(inMarkdown, () => to)
}
