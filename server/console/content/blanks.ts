import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'

import {
	editList,
	childPath,
	emptyValue,
	faultsOfValue,
	type FormShape,
	isObject,
	itemSchema,
	type Json,
	propertySchema,
	resolveVariant,
	shapeOfSchema,
} from './read-form.ts'

/** Removes empty strings, and the lists and objects that contain nothing else. */
function prune(value: Json): Json {
	if (value === '' || value === null) return undefined
	if (Array.isArray(value)) {
		const filled = value.map(prune).filter((each) => each !== undefined)
		return filled.length === 0 ? undefined : filled
	}
	if (!isObject(value)) return value
	const filled = Object.entries(value).flatMap(([key, each]) => (prune(each) === undefined ? [] : [[key, prune(each)] as const]))
	return filled.length === 0 ? undefined : Object.fromEntries(filled)
}

/** True for a new entry that is still empty. An entry with only a choice is never empty, because its first option is preselected. */
function isBlank(shape: FormShape, value: Json): boolean {
	const empty = prune(emptyValue(shape))
	return isDeepStrictEqual(prune(value), empty) && !isDeepStrictEqual(empty, emptyValue(shape))
}

function isRemovable(own: FormShape, items: readonly Json[], index: number): boolean {
	// Keep an empty text in the middle: the number of the right answer counts the options before it.
	const canMove = isObject(items[index]) || items.slice(index).every((each) => each === '')
	return own.prefixItems === undefined && canMove && isBlank(itemSchema(own, index), items[index])
}

const isWithin = (place: string, path: string) => place === path || place.startsWith(`${path}/`)

/**
 * Lists the paths of new list entries and optional groups that are still empty. The last entries of a list come first, so removing one
 * doesn't change the path of the next.
 */
function findBlanks(shape: FormShape, value: Json, path = ''): string[] {
	const { shape: own } = resolveVariant(shape, value)
	if (Array.isArray(value)) {
		let left = value.length
		return value.flatMap((_, at) => {
			const index = value.length - 1 - at
			const place = childPath(path, index)
			if (left <= (own.minItems ?? 0) || !isRemovable(own, value, index)) return findBlanks(itemSchema(own, index), value[index], place)
			left -= 1
			return place
		})
	}
	if (!isObject(value)) return []
	return Object.entries(value).flatMap(([key, each]) => {
		const member = propertySchema(own, key)
		const isOptional = own.properties?.[key] !== undefined && !own.required?.includes(key)
		return isOptional && isObject(each) && isBlank(member, each) ? childPath(path, key) : findBlanks(member, each, childPath(path, key))
	})
}

/** Lists the empty entries that the schema rejects. Others are kept, such as empty cells of a document's sheet. */
function findWrongBlanks(schema: z.ZodType, value: Json): string[] {
	const wrong = [...faultsOfValue(schema, value).keys()]
	return findBlanks(shapeOfSchema(schema), value).filter((blank) => wrong.some((place) => isWithin(place, blank)))
}

/** Drops new list entries and optional groups that are still empty, so that an untouched one isn't an error. */
export const withoutBlanks = (schema: z.ZodType | null, value: Json): Json =>
	schema
		? findWrongBlanks(schema, value).reduce<Json>((left, path) => editList(shapeOfSchema(schema), left, `remove ${path}`), value)
		: value

/**
 * Returns the errors of a value by field path, except those of new entries that are still empty, which saving removes.
 * @param named the value with all short names filled in
 */
export function faultsWhileWriting(schema: z.ZodType | null, { value, named }: { value: Json; named: Json }): Map<string, string[]> {
	if (!schema) return new Map()
	const blanks = findWrongBlanks(schema, value)
	return new Map([...faultsOfValue(schema, named)].filter(([place]) => !blanks.some((blank) => isWithin(place, blank))))
}
