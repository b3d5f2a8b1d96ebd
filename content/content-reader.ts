import type { z } from 'zod'

import type { Sources } from '#content/sources.ts'

import { choicesOf } from './marks/mark-text-file.ts'
import type { TextMarks } from './marks/text-marks.ts'
import type { ContentIssue } from './parse-located.ts'
import { ContentProblem, deepFreeze, type FileIssue, type ParsedFileCache, parseJsonFile } from './parsed-files.ts'
import { type PromisedFigures, fillFigures, fillJson } from './promises/promises.ts'

/** Marks, for a preview in which each text links to its field. `made` caches the marked texts. */
export type Marking = { marks: TextMarks; figures: PromisedFigures; made: ParsedFileCache }

type TextParse<T> = { ok: true; value: T } | { ok: false; issues: readonly ContentIssue[] }

/** Reads the files of one release. Errors are collected, so that all of them can be reported together. */
export class ContentReader {
	readonly #sources: Sources
	readonly #parsed: ParsedFileCache
	readonly #figures: PromisedFigures
	readonly #issues: FileIssue[] = []
	/** Null except in a preview. */
	readonly marking: Marking | null

	/** `figures` fill the placeholders in the files' texts. */
	constructor(
		sources: Sources,
		parsed: ParsedFileCache,
		{ figures, marking = null }: { figures: PromisedFigures; marking?: Marking | null },
	) {
		this.#sources = sources
		this.#parsed = parsed
		this.#figures = figures
		this.marking = marking
	}

	list = (pattern: RegExp): string[] => [...this.#sources.keys()].filter((file) => pattern.test(file)).toSorted()

	has = (file: string): boolean => this.#sources.has(file)

	source = (file: string): string => {
		const text = this.#sources.get(file)
		if (text === undefined) throw new ContentProblem([{ file, line: 1, message: 'is missing' }])
		return text
	}

	/** Returns a file's text with the promised figures filled in. */
	filled = (file: string): string => {
		const text = this.source(file)
		return file.endsWith('.json') ? fillJson(text, this.#figures) : fillFigures(text, this.#figures)
	}

	/**
	 * Parses a JSON file.
	 * @param text the text to parse; by default, the file with its placeholders filled in
	 */
	json = <T>(file: string, schema: z.ZodType<T>, text = this.#sources.has(file) ? this.filled(file) : ''): T =>
		this.#collect(file, () => {
			this.source(file)
			const value = this.#parsed.get(file, text, () => parseJsonFile(file, text, schema))
			return this.marking === null ? value : this.#mark(file, value, { text, schema })
		})

	/**
	 * Parses a text file.
	 * @param text the text to parse; by default, the file with its placeholders filled in
	 */
	text = <T>(file: string, parse: (text: string) => TextParse<T>, text = this.filled(file)): T =>
		this.#collect(file, () => this.make(file, text, () => requireParsed(file, parse(text))))

	/**
	 * Adds marks to a parsed value in a preview; otherwise returns it unchanged.
	 * @param text the parsed text
	 */
	#mark<T>(file: string, value: T, { text, schema }: { text: string; schema: z.ZodType }): T {
		if (!this.marking || typeof value !== 'object' || value === null) return value
		const source = this.source(file)
		const figures = text === source ? {} : this.marking.figures
		return deepFreeze(this.marking.marks.json(value, source, { file, figures, choices: choicesOf(schema) }))
	}

	/** @param name kind of derived value, part of the cache key */
	make = <T>(name: string, text: string, make: () => T): T => this.#parsed.get(name, text, make)

	/** @throws ContentProblem with all errors found so far */
	throwIfInvalid = (): void => {
		if (this.#issues.length > 0) throw new ContentProblem(this.#issues)
	}

	/** Collects errors and returns undefined instead. Callers must not use the value before `throwIfInvalid`. */
	#collect<T>(file: string, read: () => T): T {
		try {
			return deepFreeze(read())
		} catch (error) {
			if (!(error instanceof ContentProblem)) throw error
			this.#issues.push(...error.issues)
			return undefined as T
		}
	}
}

export function requireParsed<T>(file: string, parsed: TextParse<T>): T {
	if (parsed.ok) return parsed.value
	throw new ContentProblem(parsed.issues.map((issue) => ({ file, ...issue })))
}
