import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'

/** Something wrong in a content file; `line` counts from 1. */
export type ContentIssue = { line: number; message: string }

/** Parses YAML, or JSON as its subset, against a schema; every issue names the line of the key it is about. */
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
		return path.length === 0 ? 1 : lineOf(path.slice(0, -1)) // a missing key is reported where its parent starts
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
