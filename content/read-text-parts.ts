import { parse } from 'yaml'

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/
const FENCE = /^(```|~~~)(\w*)\r?\n([\s\S]*?)\r?\n?\1\s*$/

export type HeadedText = {
	text: string
	/** Heading above the part; '' before the first one. */
	heading: string
	block: { kind: string; data: unknown } | null
}

function readYaml(text: string): unknown {
	try {
		return parse(text)
	} catch {
		return text
	}
}

const isFenceOpen = (part: string) => /^(?:```|~~~)/.test(part) && !FENCE.test(part)

/** Splits a text at blank lines; fenced blocks stay whole. */
function splitParts(body: string): string[] {
	const parts: string[] = []
	for (const part of body.split(/\r?\n(?:[ \t]*\r?\n)+/)) {
		const last = parts.at(-1)
		if (last !== undefined && isFenceOpen(last)) parts[parts.length - 1] = `${last}\n\n${part}`
		else if (part.trim() !== '') parts.push(part.trim())
	}
	return parts
}

/** Splits a text file into the values of its front matter and the parts of its text, to compare versions. */
export function readTextParts(source: string): { facts: unknown; parts: HeadedText[] } {
	const [, frontMatter, body] = FRONT_MATTER.exec(source) ?? []
	let heading = ''
	const parts = splitParts(body ?? source).map((text): HeadedText => {
		const [, , kind = '', inside = ''] = FENCE.exec(text) ?? []
		const part = { text, heading, block: kind === '' ? null : { kind, data: readYaml(inside) } }
		const [, title] = /^#{1,6}\s+(.*)$/m.exec(text) ?? []
		if (kind === '' && title !== undefined) heading = title
		return part
	})
	return { facts: frontMatter === undefined ? null : readYaml(frontMatter), parts }
}
