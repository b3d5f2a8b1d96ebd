import { isCollection, isPair, isScalar, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'

/** A problem in a content file. `line` starts at 1. */
export type ContentIssue = { line: number; message: string }

/** Parses YAML (or JSON, a subset of it) against a schema. Each issue has the line of the key it concerns. */
export function parseLocated<T>(source: string, schema: z.ZodType<T>): { ok: true; value: T } | { ok: false; issues: ContentIssue[] } {
	const lines = new LineCounter()
	const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
	if (document.errors.length > 0) {
		return { ok: false, issues: document.errors.map((error) => ({ line: lines.linePos(error.pos[0]).line, message: error.message })) }
	}

	const parsed = schema.safeParse(document.toJS())
	if (parsed.success) return { ok: true, value: parsed.data }

	const lineOf = (path: readonly PropertyKey[]): number => {
		const node: unknown = document.getIn(path, true)
		if (hasRange(node)) return lines.linePos(node.range[0]).line
		return path.length === 0 ? 1 : lineOf(path.slice(0, -1)) // a missing key is reported at its parent's line
	}
	return {
		ok: false,
		issues: parsed.error.issues.map((issue) => ({
			line: lineOf(issue.path),
			message: `${issue.path.join('.') || '(whole file)'}: ${issue.message}`,
		})),
	}
}

const hasRange = (node: unknown): node is { range: [number, number, number] } =>
	typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * Returns the path of the field that starts on a line of a JSON file, such as `/offers/0/code`; null if none does.
 * @param words text of the value, to choose between several that start on the line; a link in it identifies the value
 * best
 */
export function findFieldAt(source: string, line: number, words: string): string | null {
	const lines = new LineCounter()
	const { contents } = parseDocument(source, { lineCounter: lines, prettyErrors: false })
	const found: { path: string; value: string | null }[] = []
	const visit = (node: unknown, path: string): void => {
		if (isCollection(node))
			for (const [index, item] of node.items.entries()) {
				if (isPair(item)) visit(item.value, `${path}/${escaped(isScalar(item.key) ? String(item.key.value) : '')}`)
				else visit(item, `${path}/${index}`)
			}
		else if (isScalar(node) && hasRange(node) && lines.linePos(node.range[0]).line === line)
			found.push({ path, value: typeof node.value === 'string' && node.value !== '' && words.includes(node.value) ? node.value : null })
	}
	visit(contents, '')
	return (found.find(({ value }) => value?.startsWith('/')) ?? found.find(({ value }) => value !== null) ?? found[0])?.path ?? null
}
