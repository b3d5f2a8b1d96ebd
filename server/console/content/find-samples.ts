import { isJson } from '#content/check-file.ts'
import { splitFrontMatter } from '#content/front-matter.ts'
import type { Place } from '#content/marks/text-marks.ts'
import type { Edits } from '#content/sources.ts'

import { describePlaces } from './describe-places.ts'
import { SAMPLE } from './draft-course.ts'
import { below, isObject, type Json } from './json-schema.ts'
import { readMarkdownFile } from './markdown-file.ts'
import { placeAddress } from './place-address.ts'

function findInValue(file: string, value: Json, path = ''): Place[] {
	if (typeof value === 'string') return SAMPLE.test(value) ? [{ file, field: path }] : []
	if (isObject(value) && value.sample === true) return [{ file, field: below(path, 'sample') }]
	if (isObject(value) && value.basis === 'sample') return [{ file, field: below(path, 'basis') }]
	const members = Array.isArray(value)
		? value.map((each: Json, index) => [index, each] as const)
		: isObject(value)
			? Object.entries(value)
			: []
	return members.flatMap(([key, each]) => findInValue(file, each, below(path, key)))
}

function findInText(file: string, text: string): Place[] {
	if (file.endsWith('.json')) return isJson(text) ? findInValue(file, JSON.parse(text)) : []
	const head = text.length - (splitFrontMatter(text)?.body ?? text).length
	const before = text.slice(0, head).split('\n').length
	const lines = text.slice(head).split('\n')
	const inBody = lines.flatMap((line, index): Place[] => (SAMPLE.test(line.replace(/^#+ /, '')) ? [{ file, line: before + index }] : []))
	return [...findInValue(file, readMarkdownFile(file, text)?.value ?? null), ...inBody]
}

export type Sample = { label: string; href: string }

/** Finds sample texts, and entries that are marked as made up, with links to their fields. */
export function findSamples(edits: Edits, files: readonly string[]): Sample[] {
	const describe = describePlaces(edits)
	return files
		.flatMap((file) => findInText(file, edits[file] ?? ''))
		.map((place) => ({ label: 'line' in place ? `${describe(place)} › Text` : describe(place), href: placeAddress(place) }))
}

/** Returns the form value that confirms these samples. */
export const nameSamples = (samples: readonly Sample[]): string => samples.map(({ href }) => href).join(' ')

/** @param confirmed from `nameSamples`, for these and perhaps further samples */
export function areConfirmed(samples: readonly Sample[], confirmed: string): boolean {
	const named = new Set(confirmed.split(' '))
	return samples.every(({ href }) => named.has(href))
}
