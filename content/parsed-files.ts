import type { z } from 'zod'

import { type ContentIssue, parseLocated } from './parse-located.ts'

export type FileIssue = ContentIssue & { file: string }

export class ContentProblem extends Error {
	readonly issues: readonly FileIssue[]

	constructor(issues: readonly FileIssue[]) {
		super(issues.map(({ file, line, message }) => `content/${file}:${line}: ${message}`).join('\n'))
		this.name = 'ContentProblem'
		this.issues = issues
	}
}

/** Maximum versions of a file in memory, such as the published one, a draft and an older one. */
const MAX_VERSIONS = 4

/** Cache of parsed files by their filled-in text. A release only parses the files that it changes. */
export class ParsedFileCache {
	readonly #known = new Map<string, Map<string, unknown>>()

	/** @param name kind of derived value, part of the cache key */
	get<T>(name: string, text: string, make: () => T): T {
		const versions = this.#known.get(name) ?? new Map<string, unknown>()
		if (versions.has(text)) return versions.get(text) as T
		const made = deepFreeze(make())
		versions.set(text, made)
		for (const oldest of [...versions.keys()].slice(0, -MAX_VERSIONS)) versions.delete(oldest)
		this.#known.set(name, versions)
		return made
	}
}

const refuseChange = () => {
	throw new TypeError('Content is immutable: load it again with other edits')
}

/** Freezes plain data deeply, and makes maps read-only. Functions are unchanged. */
export function deepFreeze<T>(value: T): T {
	if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
	if (value instanceof Map) Object.assign(value, { set: refuseChange, delete: refuseChange, clear: refuseChange })
	Object.freeze(value)
	for (const part of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(part)
	return value
}

/** @throws ContentProblem with the line of each error */
export function parseJsonFile<T>(file: string, text: string, schema: z.ZodType<T>): T {
	const parsed = schema.safeParse(readJson(text))
	if (parsed.success) return parsed.data
	const located = parseLocated(text, schema)
	const issues = located.ok ? [{ line: 1, message: 'is not valid JSON' }] : located.issues
	throw new ContentProblem(issues.map((issue) => ({ file, ...issue })))
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined // parsing again below reports the line
	}
}
