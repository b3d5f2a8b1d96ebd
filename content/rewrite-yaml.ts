import { isDeepStrictEqual } from 'node:util'
import {
	Document,
	isCollection,
	isMap,
	isScalar,
	isSeq,
	type Node,
	type Pair,
	parseDocument,
	Scalar,
	stringify,
	type YAMLMap,
	type YAMLSeq,
} from 'yaml'

/** Prints a text on one line, in quotes if it needs them: as a block, `---` would take two lines. */
export const printScalar = (text: string): string => stringify(text, { lineWidth: 0, blockQuote: false }).trim()

type Json = unknown
type JsonObject = Record<string, Json>
const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

// Keeps long texts on one line, and writes `{a: 1}` without spaces inside the braces, as in our files.
const STYLE = { lineWidth: 0, flowCollectionPadding: false } as const

const startOf = (node: Node) => node.range?.[0] ?? 0
const endOf = (node: Node) => node.range?.[1] ?? 0
const toNode = (part: unknown) => part as Node

function makeNode(document: Document, value: Json, old: unknown) {
	if (typeof value === 'string' && isScalar(old) && old.type) {
		const scalar = new Scalar(value)
		scalar.type = old.type
		return scalar
	}
	return document.createNode(value, { flow: isCollection(old) && old.flow === true && old.items.length > 0 })
}

/**
 * Indents all lines except the first.
 * @param at number of spaces
 */
const indent = (text: string, at: number) =>
	text
		.trimEnd()
		.split('\n')
		.map((line, index) => (index === 0 || line === '' ? line : ' '.repeat(at) + line))
		.join('\n')

function printPair(key: string, value: Json, { old, at }: { old: unknown; at: number }): string {
	const document = new Document({})
	document.set(key, makeNode(document, value, old))
	return indent(document.toString(STYLE), at)
}

function printItem(value: Json, { old, at }: { old: unknown; at: number }): string {
	const document = new Document([])
	document.add(makeNode(document, value, old))
	return indent(document.toString(STYLE), at)
}

/** A single rewrite. An entry's part of the source, including comments, ends where the next entry begins. */
class Rewrite {
	readonly document: Document
	private readonly source: string

	constructor(source: string) {
		this.source = source.endsWith('\n') ? source : `${source}\n`
		this.document = parseDocument(this.source)
	}

	rewrite(value: Json): string | null {
		const root = this.document.contents
		if (this.document.errors.length > 0 || !isCollection(root) || !this.isEditable(root, value)) return null
		const first = this.firstStart(root)
		return this.source.slice(0, first) + this.printCollection(root, value, this.source.length)
	}

	private same(node: unknown, value: Json) {
		return isDeepStrictEqual(isScalar(node) || isCollection(node) ? node.toJS(this.document) : null, value)
	}

	private lineStart(offset: number) {
		return this.source.lastIndexOf('\n', offset - 1) + 1
	}

	private column(offset: number) {
		return offset - this.lineStart(offset)
	}

	private dashOf(item: Node) {
		return this.source.lastIndexOf('-', startOf(item) - 1)
	}

	private firstStart(node: YAMLMap | YAMLSeq): number {
		const [first] = node.items
		return isMap(node) ? startOf(toNode((first as Pair).key)) : this.dashOf(toNode(first))
	}

	/** True for a block-style collection, whose unchanged entries can keep their lines. */
	private isEditable(node: unknown, value: Json): node is YAMLMap | YAMLSeq {
		if (!isCollection(node) || node.flow === true || node.items.length === 0) return false
		return isMap(node) ? isObject(value) && Object.keys(value).length > 0 : Array.isArray(value) && value.length > 0
	}

	/** Appends comments and empty lines that were between the replaced value and the next entry. */
	private after(node: unknown, text: string, end: number): string {
		if (!isScalar(node) && !isCollection(node)) return `${text}\n`
		const at = endOf(node)
		if (this.source[at - 1] === '\n') return `${text}\n${this.source.slice(at, end)}`
		const [, note = '', rest = ''] = /^([^\n]*)\n?([\s\S]*)$/.exec(this.source.slice(at, end)) ?? []
		return `${text}${text.includes('\n') ? '' : note.trimEnd()}\n${rest}`
	}

	private printCollection(node: YAMLMap | YAMLSeq, value: Json, end: number): string {
		const at = this.column(this.firstStart(node))
		const chunks = isSeq(node) ? this.listItems(node, value as Json[], end) : this.listPairs(node, value as JsonObject, end)
		return chunks.map((chunk, index) => (index === 0 ? chunk : ' '.repeat(at) + chunk)).join('')
	}

	private listPairs(node: YAMLMap, value: JsonObject, end: number): string[] {
		const pairs = node.items.map((pair) => ({ pair, key: String((pair.key as Scalar).value), start: startOf(toNode(pair.key)) }))
		const at = this.column(pairs[0]?.start ?? 0)
		const kept = pairs.flatMap(({ pair, key, start }, index) => {
			const next = pairs[index + 1]
			const until = next ? this.lineStart(next.start) : end
			return Object.hasOwn(value, key) ? [this.changePair(pair, value[key], { key, start, until, at })] : []
		})
		const known = new Set(pairs.map(({ key }) => key))
		const added = Object.entries(value).filter(([key]) => !known.has(key))
		return [...kept, ...added.map(([key, each]) => `${printPair(key, each, { old: null, at })}\n`)]
	}

	private changePair(pair: Pair, value: Json, place: { key: string; start: number; until: number; at: number }): string {
		const { key, start, until, at } = place
		if (this.same(pair.value, value)) return this.source.slice(start, until)
		if (this.isEditable(pair.value, value))
			return this.source.slice(start, this.firstStart(pair.value)) + this.printCollection(pair.value, value, until)
		return this.after(pair.value, printPair(key, value, { old: pair.value, at }), until)
	}

	private listItems(node: YAMLSeq, values: readonly Json[], end: number): string[] {
		const items = node.items.map((each, index) => {
			const next = node.items[index + 1]
			return {
				item: toNode(each),
				start: this.dashOf(toNode(each)),
				until: next ? this.lineStart(this.dashOf(toNode(next))) : end,
				isUsed: false,
			}
		})
		const at = this.column(items[0]?.start ?? 0)
		const take = (found: (typeof items)[number] | undefined) => {
			if (found) found.isUsed = true
			return found
		}
		// Keeps equal items, even if they moved. Each remaining item replaces the one at its position.
		const same = values.map((value, index) => {
			const isSame = (each: (typeof items)[number] | undefined) => each !== undefined && !each.isUsed && this.same(each.item, value)
			return take(isSame(items[index]) ? items[index] : items.find(isSame))
		})
		return values.map((value, index) => {
			const kept = same[index]
			if (kept) return this.source.slice(kept.start, kept.until)
			const old = take(items[index]?.isUsed === false ? items[index] : undefined)
			if (!old) return `${printItem(value, { old: items.find(({ item }) => isCollection(item))?.item, at })}\n`
			if (this.isEditable(old.item, value))
				return this.source.slice(old.start, this.firstStart(old.item)) + this.printCollection(old.item, value, old.until)
			return this.after(old.item, printItem(value, { old: old.item, at }), old.until)
		})
	}
}

export function readYaml(source: string): unknown {
	const document = parseDocument(source)
	return document.errors.length > 0 ? null : document.toJS()
}

/**
 * Updates YAML to a new value. Unchanged entries keep their lines, with comments, order and line breaks.
 * @returns YAML that parses to the value, without a trailing line break
 */
export function rewriteYaml(source: string, value: Json): string {
	const isRight = (text: string) => {
		const read = parseDocument(text)
		return read.errors.length === 0 && isDeepStrictEqual(read.toJS(), value)
	}
	if (isRight(source)) return source
	const written = new Rewrite(source).rewrite(value)
	return (written !== null && isRight(written) ? written : stringify(value, STYLE)).trimEnd()
}
