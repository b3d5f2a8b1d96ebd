import { type ColumnPath, type JsonStep, RestRefusal } from '#server/services/platform/rest/rest-refusal.ts'

export function parseFailure(what: string, text: string): RestRefusal {
	const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text
	return new RestRefusal(400, 'PGRST100', `"failed to parse ${what} (${shown})"`)
}

export class ListScanner {
	readonly text: string
	readonly what: string
	#at = 0

	constructor(what: string, text: string) {
		this.what = what
		this.text = text
	}

	get isDone(): boolean {
		return this.#at >= this.text.length
	}

	take(expected: string): boolean {
		if (!this.text.startsWith(expected, this.#at)) return false
		this.#at += expected.length
		return true
	}

	/** @param pattern must be sticky */
	match(pattern: RegExp): RegExpExecArray | null {
		pattern.lastIndex = this.#at
		const found = pattern.exec(this.text)
		if (found) this.#at += found[0].length
		return found
	}

	expect(expected: string): void {
		if (!this.take(expected)) throw this.refuse()
	}

	end(): void {
		if (!this.isDone) throw this.refuse()
	}

	refuse(): RestRefusal {
		return parseFailure(this.what, this.text)
	}

	/** Scans a quoted string such as `"a \" b"` and decodes its two escapes; null if there is no quote. */
	quoted(): string | null {
		if (this.text[this.#at] !== '"') return null
		const found = this.match(/"((?:[^"\\]|\\.)*)"/sy)
		if (!found) throw this.refuse()
		return (found[1] ?? '').replaceAll(/\\(.)/gs, '$1')
	}
}

/** Pattern for an unquoted value; a quote after its first character is literal. */
export const UNQUOTED_ITEM = /(?:[^,()"][^,()]*)?/y

/** Scans a list such as `(a,"b,c",d)`. Besides and/or, only these lists support quotes. */
export function scanListItems(scanner: ListScanner): string[] {
	scanner.expect('(')
	if (scanner.take(')')) return []
	const items: string[] = []
	do items.push(scanner.quoted() ?? scanner.match(UNQUOTED_ITEM)?.[0] ?? '')
	while (scanner.take(','))
	scanner.expect(')')
	return items
}

const NAME = /[A-Za-z_][A-Za-z0-9_$]{0,62}/y

export function scanName(scanner: ListScanner): string {
	const name = scanner.quoted() ?? scanner.match(NAME)?.[0]
	if (!name) throw scanner.refuse()
	return name
}

/** Maximum depth of a JSON path; our own tables need less. */
const MAX_STEPS = 8
const KEY = /(?:[^\s,.:()"-]|-(?!>))+/y

/** Scans a JSON path such as `->key->>"another key"`, if there is one. */
export function scanPath(scanner: ListScanner): Pick<ColumnPath, 'path'> {
	const path: JsonStep[] = []
	while (scanner.take('->')) {
		const isText = scanner.take('>')
		const key = scanner.quoted() ?? scanner.match(KEY)?.[0]
		// `->>` returns text, so no further step may follow.
		if (!key || path.at(-1)?.isText || path.length === MAX_STEPS) throw scanner.refuse()
		path.push({ key, isText })
	}
	return path.length > 0 ? { path } : {}
}

export const scanField = (scanner: ListScanner): ColumnPath => ({ column: scanName(scanner), ...scanPath(scanner) })

/** Parses names such as `a,"b",c`, as in `columns` and `on_conflict`. */
export function parseNames(what: string, text: string): string[] {
	const scanner = new ListScanner(what, text)
	const names: string[] = []
	do names.push(scanName(scanner))
	while (scanner.take(','))
	scanner.end()
	return names
}
