import { currencySign } from '#domain/pricing/money.ts'

import { type CheckboxField, type FormatChoices, toBoxes } from './check-boxes.ts'
import { describeFaults } from './describe-faults.ts'
import {
	acceptsEmpty,
	countRows,
	listKnownValues,
	nameChoice,
	nameEntry,
	nameMember,
	nameOptions,
	nameOne,
	nameSingleEntry,
	toInputType,
} from './field-words.ts'
import { currencyOf, describeTyped } from './money-fields.ts'
import {
	childPath,
	hasProperty,
	isObject,
	itemSchema,
	type Json,
	type JsonObject,
	pointerKeys,
	propertySchema,
	resolveVariant,
	type FormShape,
	jsonTypeOf,
	placeMissing,
} from './read-form.ts'

export type Faults = ReadonlyMap<string, readonly string[]>

/** A button that changes the form, such as `up /offers/0/benefits/2`. Afterwards the part with the ID `to` gets focus. */
export type FormCommand = {
	value: string
	label: string
	to: string
	/** Accessible description, for people who don't see which part the button belongs to. */
	about?: string
}

type Common = {
	id: string
	label: string
	hint?: string | undefined
	fault?: string | undefined
	commands: readonly FormCommand[]
	onlyFor?: { name: string; value: string }
}
type Hidden = { name: string; value: string } | null

/** A part of a JSON file's form, as plain data (rendered by app/admin/json-form/json-fields.tsx). */
export type FormPart = Common &
	(
		| {
				is: 'text'
				name: string
				value: string
				mayBeEmpty: boolean
				isRequired: boolean
				/** Rows of a text area; null for a single-line field. */
				rows: number | null
				/** True for an amount or a number, which is typed as text. */
				isNumber: boolean
				isColor: boolean
				isLink?: boolean
				type: 'text' | 'email' | 'url' | 'date'
				isReadOnly?: boolean
				currency: string | null
				/** Radio button in front of the field, which selects this entry of the list. */
				mark?: { name: string; value: string; isChosen: boolean; label: string }
		  }
		| { is: 'flag'; name: string; value: 'true' | 'false' }
		| { is: 'choice'; name: string; value: string; options: readonly (readonly [value: string, words: string])[] }
		/** `hidden` submits the group even if it is empty. */
		| {
				is: 'group'
				about: string | null
				isOpen: boolean
				/** True if its fields are shown without a collapsible header. */
				isFlat?: boolean
				isInColumns?: boolean
				hidden: Hidden
				parts: readonly FormPart[]
				/** Path of a list with movable entries; null otherwise. */
				movable: string | null
		  }
		/** `areSwitches`: switches that are on unless the list contains their value. */
		| { is: 'checks'; hidden: Hidden; boxes: readonly CheckboxField[]; areSwitches?: boolean }
		| { is: 'root'; hidden: Hidden; parts: readonly FormPart[] }
		| { is: 'absent'; hidden: Hidden }
	)

type Node = Record<'path' | 'label', string> & {
	shape: FormShape
	value: Json
	faults: Faults
	/** Value of the whole file; `value` by default. */
	root?: Json
	currency?: string
	isOptional?: boolean
	choices?: readonly unknown[] | undefined
	/** Possible values that depend on other data: checkboxes for a list, a select for a text. */
	lists?: FormatChoices | undefined
	commands?: readonly FormCommand[]
	/** True for one of several list entries, which are collapsed. */
	isInList?: boolean
	/** Name of what a list's button adds, such as “testimonial”. */
	entry?: string | null
}

export const fieldElementId = (path: string) => `f${path.replaceAll(/[^\w]/g, '-')}`
const hidden = (kind: string, path: string) => ({ name: `${kind}${path}`, value: '' })
const command = ([verb, path]: readonly [string, string], label: string, to = path): FormCommand => ({
	value: `${verb} ${path}`,
	label,
	to: fieldElementId(to),
})

/** Describes a field's errors. The form contains amounts as text, valid or not. */
function describeNode({ path, label, shape, value, faults, currency = 'USD' }: Node): string | undefined {
	const isTyped = shape.format === 'money' && typeof value === 'string' && value !== '' && faults.has(path)
	const unreadable = isTyped ? describeTyped(value, currency) : null
	return unreadable ?? describeFaults(faults.get(path), { label, value, isList: shape.type === 'array' })
}

const common = (node: Node): Common => ({
	id: fieldElementId(node.path),
	label: node.label,
	hint: node.shape.description,
	fault: describeNode(node),
	commands: node.commands ?? [],
})

function textInput(node: Node, kind: string): FormPart {
	const { path, value, isOptional = false, shape, faults } = node
	const mayBeEmpty = isOptional || 'tm'.includes(kind)
	const text = typeof value === 'string' ? value : (JSON.stringify(value ?? undefined) ?? '')
	return {
		is: 'text',
		...common(node),
		name: `${kind}${path}`,
		value: text,
		mayBeEmpty,
		isRequired: !mayBeEmpty && (faults.has(path) || !acceptsEmpty(shape)),
		rows: countRows(text, pointerKeys(path).at(-1) ?? ''),
		isNumber: 'nmp'.includes(kind) || shape.format === 'money',
		isColor: shape.format === 'color',
		isLink: shape.format === 'link',
		type: toInputType(resolveVariant(shape, value).shape),
		currency: shape.format === 'money' ? currencySign(node.currency ?? 'USD') : null,
	}
}

function choice(node: Node, kind: string, options: readonly unknown[]): FormPart {
	const { path, value, isOptional = false } = node
	const listed = node.lists?.[node.shape.format ?? '']
	const labelled = listed && { labels: Object.fromEntries(listed) }
	const isGone = listed !== undefined && typeof value === 'string' && value !== '' && !options.includes(value)
	const known = options.includes(value) || value === undefined || value === null ? options : [value, ...options]
	const canBeEmpty = isOptional || 'tm'.includes(kind)
	return {
		is: 'choice',
		...common(node),
		...(isGone && { fault: `“${value}” doesn’t exist. Choose one from the list.` }),
		name: `${kind}${path}`,
		value: String(known.includes(value) ? value : canBeEmpty ? '' : known[0]),
		options: [
			...(canBeEmpty ? [['', 'Not set'] as const] : []),
			...nameOptions(known, { ...resolveVariant(node.shape, value).shape, ...node.shape, ...labelled }),
		],
	}
}

/**
 * Creates a checkbox. If unchecked, it is left out of the file, unless the schema requires it or the file already contains
 * false.
 */
const flag = (node: Node): FormPart => ({
	is: 'flag',
	...common(node),
	name: `${node.isOptional === true && node.value !== false ? 'y' : 'b'}${node.path}`,
	value: node.value === true ? 'true' : 'false',
})

const opened = (part: FormPart): FormPart => (part.is === 'group' ? { ...part, isOpen: true } : part)

/** True for an object whose fields are all empty, such as the address of a new seller. */
const isBlank = (value: Json) => isObject(value) && Object.values(value).every((each) => each === '')

function group(node: Node, inside: Hidden, parts: readonly FormPart[]): FormPart {
	const { path, faults, value, isInList = false } = node
	if (path === '') return { is: 'root', ...common(node), hidden: inside, parts: parts.length === 1 ? parts.map(opened) : parts }
	const isWrong = [...faults.keys()].some((each) => each === path || each.startsWith(`${path}/`))
	const { shape } = resolveVariant(node.shape, value)
	const named = isObject(value)
		? Object.entries(value).map(([key, each]) => [key, nameChoice(propertySchema(shape, key), each)] as const)
		: null
	const name = nameEntry(named && Object.fromEntries(named))
	const about = Array.isArray(value) ? `(${value.length})` : name === undefined || name === node.label ? null : name
	return {
		is: 'group',
		...common(node),
		about,
		isOpen: isWrong || isBlank(value) || shape.isOpen === true || (pointerKeys(path).length > 1 && !isInList),
		isInColumns: shape.isInColumns === true,
		hidden: inside,
		parts,
		movable: null,
	}
}

function addEntry(node: Node, shape: FormShape, index: number): FormCommand {
	const entry = node.shape.entry ?? shape.entry ?? node.entry ?? `to ${node.label.toLowerCase()}`
	return command(['add', node.path], `Add ${entry}`, childPath(node.path, index))
}

function list(node: Node, shape: FormShape, items: readonly Json[]): FormPart {
	const { path, faults, commands = [] } = node
	const isFixed = shape.prefixItems !== undefined || (shape.minItems !== undefined && shape.minItems === shape.maxItems)
	const item = (value: Json, index: number) => {
		const own = childPath(path, index)
		const label = nameEntry(value) ?? `${nameOne(node.label)} ${index + 1}`.trim()
		const moves = [
			...(index > 0 ? [command(['up', own], 'Move up', childPath(path, index - 1))] : []),
			...(index < items.length - 1 ? [command(['down', own], 'Move down', childPath(path, index + 1))] : []),
			...(isFixed ? [] : [command(['remove', own], 'Remove', path)]),
		].map((each) => ({ ...each, about: label }))
		const place = { path: own, label, shape: itemSchema(shape, index), value, faults, isInList: items.length > 1 }
		return presentForm({ ...inherit(node), ...place, commands: shape.prefixItems ? [] : moves })
	}
	const added = isFixed ? commands : [addEntry(node, shape, items.length), ...commands]
	const whole = group({ ...node, commands: added }, hidden('a', path), items.map(item))
	return whole.is === 'group' && !shape.prefixItems && items.length > 1 ? { ...whole, movable: path } : whole
}

const inherit = ({ root, value, currency, lists }: Node) => ({ root: root ?? value, lists, ...(currency !== undefined && { currency }) })

type Members = { value: JsonObject; choices: Readonly<Record<string, readonly unknown[]>> }

function members(node: Node, shape: FormShape, { value, choices }: Members): FormPart {
	const { path, faults } = node
	const each = (key: string) => {
		const member = propertySchema(shape, key)
		const [[other, chosen] = []] = Object.entries(member.onlyFor ?? {})
		const part = presentForm({
			...inherit(node),
			currency: currencyOf(node.root ?? node.value, value),
			path: childPath(path, key),
			label: nameMember(member, key),
			// Only a field's name can be made singular; the key of a record is data, such as the name of a document.
			entry: shape.properties?.[key] === undefined ? null : nameSingleEntry(nameMember(member, key)),
			shape: member,
			value: value[key],
			faults,
			isOptional: shape.properties?.[key] !== undefined && !shape.required?.includes(key),
			choices: choices[key],
		})
		return other === undefined || chosen === undefined ? part : { ...part, onlyFor: { name: `s${childPath(path, other)}`, value: chosen } }
	}
	// After a change of variant, drop the fields of the previous one.
	const own = Object.keys(value).filter((key) => Object.keys(choices).length === 0 || hasProperty(shape, key))
	return group(node, hidden('d', path), placeMissing(own, shape, value).map(each))
}

export function presentForm(node: Node): FormPart {
	const { path, value, isOptional = false } = node
	const { shape, isNullable, choices } = resolveVariant(node.shape, value)
	const options = node.choices ?? shape.enum ?? (shape.const === undefined ? undefined : [shape.const])
	const canBeNull = isNullable && (value !== undefined || !isOptional)
	const kindIn = (plain: string, empty: string, absent: string) => (canBeNull ? empty : isOptional ? absent : plain)
	if (options && typeof options[0] === 'boolean') return !isOptional && options.length < 2 ? choice(node, 'b', options) : flag(node)
	if (options) return choice(node, typeof options[0] === 'number' ? kindIn('n', 'm', 'p') : kindIn('s', 't', 'o'), options)
	const format = shape.format ?? node.shape.format
	const listed = node.lists?.[format ?? '']
	const known = listKnownValues(format) ?? (shape.type === 'string' ? listed?.map(([each]) => each) : null)
	if (known) return choice(node, kindIn('s', 't', 'o'), known)
	const type = shape.type ?? (value === undefined || value === null ? 'string' : jsonTypeOf(value))
	if (type === 'boolean') return flag(node)
	if (type === 'array' || type === 'object') {
		const name = node.label.toLowerCase()
		if (listed && (Array.isArray(value) || (value === undefined && type === 'array'))) {
			// An optional list that is left empty isn't written to the file.
			const list = { hidden: hidden(isOptional ? 'e' : 'a', path), boxes: toBoxes(listed, value ?? [], { id: fieldElementId(path), path }) }
			return { is: 'checks', ...common(node), ...list, ...(format === 'hidden-pages' && { areSwitches: true, label: 'Pages that are on' }) }
		}
		if (value === undefined || value === null) {
			const add = type === 'array' ? addEntry(node, shape, 0) : command(['add', path], `Add ${node.shape.entry ?? name}`)
			return { is: 'absent', ...common({ ...node, commands: [add] }), hidden: value === null ? hidden('l', path) : null }
		}
		const own = { ...node, commands: [...(node.commands ?? []), ...(isOptional ? [command(['remove', path], `Remove ${name}`)] : [])] }
		if (type === 'array' && Array.isArray(value)) return list(own, shape, value)
		if (isObject(value)) return members(own, shape, { value, choices })
	}
	// Amounts are submitted as text, so they are parsed exactly (money-fields.ts).
	if (shape.format === 'money') return textInput(node, kindIn('s', 't', 'o'))
	return textInput(node, type === 'number' || type === 'integer' ? kindIn('n', 'm', 'p') : kindIn('s', 't', 'o'))
}
