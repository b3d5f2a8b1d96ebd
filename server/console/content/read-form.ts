import { z } from 'zod'

import { findFrontMatterSchema, findContentSchema } from '#content/check-file.ts'

export type FormShape = {
	/** Label and hint, from `meta` of the Zod schema. */
	title?: string
	description?: string
	/** Noun for one entry of a list, as in “Add testimonial”, if the list's title isn't the plural of it. */
	entry?: string
	type?: string
	/** Labels for the values of an enum, from `meta` of its Zod schema. */
	labels?: Readonly<Record<string, string>>
	/** Shows the field only with these values of other fields, such as `{ mode: 'stripe' }`. */
	onlyFor?: Readonly<Record<string, string>>
	/** True for a group that starts open. */
	isOpen?: boolean
	isInColumns?: boolean
	/** `color` adds a color picker. `money` shows and parses an amount in the currency's main unit. */
	format?: string
	properties?: Readonly<Record<string, FormShape>>
	additionalProperties?: FormShape | boolean
	required?: readonly string[]
	items?: FormShape | boolean
	prefixItems?: readonly FormShape[]
	anyOf?: readonly FormShape[]
	oneOf?: readonly FormShape[]
	enum?: readonly unknown[]
	const?: unknown
	minItems?: number
	minLength?: number
	pattern?: string
	maxItems?: number
}

export type Json = unknown
export type JsonObject = Record<string, Json>
export const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the schema of a JSON file or of a Markdown file's front matter; without one, a schema that allows anything. */
export function jsonSchemaOf(file: string): FormShape {
	const schema = zodSchemaOf(file)
	return schema === null ? {} : shapeOfSchema(schema)
}

/** Returns the schema of a JSON file or of a Markdown file's front matter; null if it has none. */
export const zodSchemaOf = (file: string) => findContentSchema(file) ?? findFrontMatterSchema(file)

const shapes = new WeakMap<z.ZodType, FormShape>()

export function shapeOfSchema(schema: z.ZodType): FormShape {
	const shape = shapes.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as FormShape)
	shapes.set(schema, shape)
	return shape
}

export const jsonTypeOf = (value: Json) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

function variantsOf(shape: FormShape): readonly FormShape[] {
	// `type` may be a list of types.
	if (Array.isArray(shape.type)) return (shape.type as string[]).map((type) => ({ ...shape, type }))
	return (shape.anyOf ?? shape.oneOf)?.flatMap(variantsOf) ?? [shape]
}
export const hasProperty = ({ properties, additionalProperties }: FormShape, key: string) =>
	additionalProperties !== false || properties === undefined || Object.hasOwn(properties, key)
export const optionsOf = ({ const: only, enum: several }: FormShape) => (only === undefined ? several : [only])

/** Lists the discriminating keys of variants, such as `kind`. */
function listTellingKeys(variants: readonly FormShape[]): string[] {
	const objects = variants.filter(({ properties }) => properties)
	const optionsAt = (shape: FormShape, key: string) => optionsOf(shape.properties?.[key] ?? {})
	const isTelling = (key: string) =>
		objects.every((shape) => optionsAt(shape, key)) && objects.some(({ properties }) => properties?.[key]?.const !== undefined)
	return objects.length > 1 ? Object.keys(objects[0]?.properties ?? {}).filter(isTelling) : []
}

/** True if a value fits this variant: same type, and matching discriminators. */
function fits(shape: FormShape, value: Json, keys: readonly string[]): boolean {
	if (shape.type !== undefined && shape.type.replace('integer', 'number') !== jsonTypeOf(value)) return false
	if (!isObject(value)) return true
	return keys.every((key) => optionsOf(shape.properties?.[key] ?? {})?.includes(value[key]) ?? true)
}

/** Finds the variant a value belongs to, whether it is nullable, and the values of the discriminators. */
export function resolveVariant(
	shape: FormShape,
	value: Json,
): { shape: FormShape; isNullable: boolean; choices: Readonly<Record<string, readonly unknown[]>> } {
	const all = variantsOf(shape)
	const variants = all.filter(({ type }) => type !== 'null')
	const keys = listTellingKeys(variants)
	const fitting = variants.filter((each) => fits(each, value, keys))
	const found =
		fitting.find((each) => isObject(value) && Object.keys(value).every((key) => hasProperty(each, key))) ?? fitting[0] ?? variants[0] ?? {}
	const choices = Object.fromEntries(
		keys.map((key) => [key, variants.flatMap(({ properties }) => optionsOf(properties?.[key] ?? {}) ?? [])]),
	)
	return { shape: found, isNullable: all.length > variants.length, choices }
}

export const itemSchema = ({ items, prefixItems }: FormShape, index: number): FormShape =>
	prefixItems?.[index] ?? (typeof items === 'object' ? items : {})

/** True if a form can add the member. It can't add an object with arbitrary keys, because no field asks for a key. */
const canBeAdded = ({ type, properties }: FormShape) => type !== 'object' || properties !== undefined

/** Places keys without a value after the key that the schema has before them, so that an emptied field stays where it is. */
export function placeMissing(own: readonly string[], { properties = {} }: FormShape, value: JsonObject): string[] {
	const placed = [...own]
	const known = Object.keys(properties).filter((key) => canBeAdded(properties[key] ?? {}))
	for (const [index, key] of known.entries())
		if (!(key in value)) placed.splice(placed.indexOf(known[index - 1] ?? '') + 1 || placed.length, 0, key)
	return placed
}

export const propertySchema = ({ properties, additionalProperties }: FormShape, key: string): FormShape =>
	properties?.[key] ?? (typeof additionalProperties === 'object' ? additionalProperties : {})

/** Returns an empty value: null or the first allowed value if the schema has one. */
export function emptyValue(shape: FormShape): Json {
	if (variantsOf(shape).some(({ type }) => type === 'null')) return null
	const { shape: own } = resolveVariant(shape, undefined)
	const [first] = optionsOf(own) ?? []
	if (first !== undefined) return first
	if (own.type === 'object' || own.properties)
		return Object.fromEntries((own.required ?? []).map((key) => [key, emptyValue(own.properties?.[key] ?? {})]))
	if (own.type === 'array')
		return own.prefixItems?.map(emptyValue) ?? Array.from({ length: own.minItems ?? 0 }, () => emptyValue(itemSchema(own, 0)))
	return own.type === 'boolean' ? false : ''
}

/** Splits a JSON pointer such as `/offers/0` into keys; `~1` is a slash within a key. */
export const pointerKeys = (path: string): string[] =>
	path
		.split('/')
		.slice(1)
		.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
export const childPath = (path: string, key: string | number) => `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Returns the errors of a value by field path, such as `/offers/0/code`. */
export function faultsOfValue(schema: z.ZodType | null, value: Json): Map<string, string[]> {
	const faults = new Map<string, string[]>()
	for (const { path, message } of schema?.safeParse(value).error?.issues ?? []) {
		const place = path.reduce<string>((at, key) => childPath(at, String(key)), '')
		faults.set(place, [...(faults.get(place) ?? []), message])
	}
	return faults
}

export function valueAt(value: Json, path: string): Json {
	return pointerKeys(path).reduce<Json>((at, key) => (Array.isArray(at) ? at[Number(key)] : isObject(at) ? at[key] : undefined), value)
}

export function schemaAt(root: FormShape, value: Json, path: string): FormShape {
	let at = value
	return pointerKeys(path).reduce((shape, key) => {
		const { shape: own } = resolveVariant(shape, at)
		const inList = Array.isArray(at)
		at = valueAt(at, childPath('', key))
		return inList ? itemSchema(own, Number(key)) : propertySchema(own, key)
	}, root)
}

/** Adds, removes or moves an entry, such as `up /offers/0/benefits/2` or `move /offers/2 0`. Ignores unknown commands. */
export function editList(root: FormShape, value: Json, command: string): Json {
	const [, verb = '', path = '', to = ''] =
		/^(add|remove|up|down) (\/.*)$/.exec(command) ?? /^(move) (\/\S*) (\d{1,4})$/.exec(command) ?? []
	const changed = structuredClone(value)
	const keys = pointerKeys(path)
	const last = keys.at(-1) ?? ''
	const parent = valueAt(changed, path.slice(0, path.lastIndexOf('/')))
	const target = valueAt(changed, path)
	const shape = schemaAt(root, changed, path)
	if (verb === 'add' && Array.isArray(target)) target.push(emptyValue(itemSchema(resolveVariant(shape, target).shape, target.length)))
	else if (verb === 'add' && isObject(parent)) {
		const added = emptyValue(shape)
		// A missing list is added with its first entry: an empty one would need a second press.
		parent[last] = Array.isArray(added) && added.length === 0 ? [emptyValue(itemSchema(resolveVariant(shape, added).shape, 0))] : added
	} else if (verb === 'remove' && isObject(parent)) delete parent[last]
	else if (Array.isArray(parent) && Number(last) in parent) {
		const [item] = parent.splice(Number(last), 1)
		const place = verb === 'move' ? Number(to) : Number(last) + (verb === 'up' ? -1 : 1)
		if (verb !== 'remove') parent.splice(Math.max(0, place), 0, item)
	}
	return changed
}

const lines = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\0', '')

const toNumber = (text: string): Json => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text)

/**
 * Parsers of form fields, by the first letter of the field's name. A field with the result `undefined` is left out. `e` reads an empty
 * list. An invalid number stays text.
 */
const READ: Readonly<Record<string, (text: string) => Json>> = {
	s: lines,
	t: (text) => (text === '' ? null : lines(text)),
	o: (text) => (text === '' ? undefined : lines(text)),
	n: toNumber,
	m: (text) => (text.trim() === '' ? null : toNumber(text)),
	p: (text) => (text.trim() === '' ? undefined : toNumber(text)),
	b: (text) => text === 'true',
	// Only pages of an earlier release and drafts stored in a browser still send this kind of field.
	q: (text) => (text === '' ? undefined : text === 'true'),
	y: (text) => text === 'true' || undefined,
	a: () => [],
	e: () => [],
	d: () => ({}),
	l: () => null,
}

export function readForm(fields: Readonly<Record<string, string>>): Json {
	let root: Json = {}
	const at = new Map<string, Json>()
	for (const [name, text] of Object.entries(fields)) {
		const path = name.slice(1)
		const read = READ[name.charAt(0)]
		if (!read || (path !== '' && !path.startsWith('/'))) continue
		const value = read(text)
		if (value === undefined) continue
		at.set(path, value)
		if (path === '') {
			root = value
			continue
		}
		const parent = at.get(path.slice(0, path.lastIndexOf('/')))
		const key = pointerKeys(path).at(-1) ?? ''
		if (Array.isArray(parent)) parent.push(value)
		// Defined as an own property, so that `__proto__` is a plain key.
		else if (isObject(parent)) Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true })
	}
	for (const path of Object.keys(fields).flatMap((name) => (name.startsWith('e/') ? [name.slice(1)] : []))) {
		const [parent, list] = [at.get(path.slice(0, path.lastIndexOf('/'))), at.get(path)]
		if (isObject(parent) && Array.isArray(list) && list.length === 0) delete parent[pointerKeys(path).at(-1) ?? '']
	}
	return root
}
