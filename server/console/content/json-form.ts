import { html } from 'hono/html'

import type { Html } from '#server/console/shell/page.ts'

import {
	below,
	isKnown,
	isObject,
	itemShape,
	type Json,
	type JsonObject,
	keysOf,
	memberShape,
	resolve,
	type Shape,
	typeOf,
} from './json-schema.ts'

/** What is wrong, by the path of the field. */
export type Faults = ReadonlyMap<string, readonly string[]>
type Place = { path: string; label: string; isOptional?: boolean; choices?: readonly unknown[] | undefined; order?: Html | string }
type Node = Place & { shape: Shape; value: Json; faults: Faults }

const LONG = 60
const LETTERS_IN_LINE = 75

const toWords = (key: string) => {
	const words = key
		.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
		.replaceAll(/[-_]/g, ' ')
		.toLowerCase()
	return words.charAt(0).toUpperCase() + words.slice(1)
}
const idOf = (path: string) => `f${path.replaceAll(/[^\w]/g, '-')}`
const hidden = (kind: string, path: string): Html => html`<input type="hidden" name="${kind}${path}" value="" />`
const order = ([verb, path]: readonly [string, string], label: string, to = path): Html =>
	html`<button class="quiet small" name="do" value="${verb} ${path}" formaction="#${idOf(to)}">${label}</button>`

/** What a person should know of a field stands below its name, and is read out with it. */
const hint = ({ shape: { description }, path }: Pick<Node, 'shape' | 'path'>): Html | string =>
	description === undefined ? '' : html`<small id="${idOf(path)}-hint">${description}</small>`

function described({ shape: { description }, faults, path }: Node): Html | string {
	const id = idOf(path)
	const by = [...(faults.has(path) ? [`${id}-fault`] : []), ...(description === undefined ? [] : [`${id}-hint`])]
	return by.length === 0 ? '' : html`${faults.has(path) ? html`aria-invalid="true"` : ''} aria-describedby="${by.join(' ')}"`
}

const faultsOf = ({ faults, path }: Pick<Node, 'faults' | 'path'>): Html | string =>
	faults.has(path) ? html`<p class="fault" id="${idOf(path)}-fault">${faults.get(path)?.join('; ')}</p>` : ''

/** Writes into the text beside it (console.js), which alone is sent: what is no color stays there as it was typed. */
const picker = (id: string, label: string, text: string): Html =>
	html`<input
		type="color"
		data-for="${id}"
		value="${/^#[\da-f]{6}$/i.test(text) ? text : '#000000'}"
		aria-label="Pick the color: ${label}"
		hidden
	/>`

function textInput(node: Node, kind: string): Html {
	const { path, value, label, isOptional } = node
	const text = typeof value === 'string' ? value : (JSON.stringify(value ?? undefined) ?? '')
	const id = idOf(path)
	const about = described(node)
	const rows = Math.min(14, text.split('\n').length + Math.ceil(text.length / LETTERS_IN_LINE))
	const isLong = text.length > LONG || text.includes('\n')
	const isNumber = 'nmp'.includes(kind) || node.shape.format === 'money'
	const input = isLong
		? html`<textarea id="${id}" name="${kind}${path}" rows="${rows}" ${about}>${text}</textarea>`
		: html`<input id="${id}" name="${kind}${path}" value="${text}" ${isNumber ? html`inputmode="decimal"` : ''} ${about} />`
	const control = node.shape.format === 'color' ? html`<div class="color">${input}${picker(id, label, text)}</div>` : input
	return html`<div class="field">
		<label for="${id}">${label}${isOptional || 'tm'.includes(kind) ? html` <small>may be empty</small>` : ''}</label
		>${hint(node)}${control}${faultsOf(node)}${node.order ?? ''}
	</div>`
}

function choice(node: Node, kind: string, options: readonly unknown[]): Html {
	const { path, value, label, isOptional } = node
	const known = options.includes(value) || value === undefined || value === null ? options : [value, ...options]
	return html`<div class="field">
		<label for="${idOf(path)}">${label}</label>${hint(node)}
		<select id="${idOf(path)}" name="${kind}${path}" ${described(node)}>
			${isOptional || 'tmq'.includes(kind) ? html`<option value="">–</option>` : ''}
			${known.map((each) => html`<option value="${String(each)}" ${each === value ? 'selected' : ''}>${each === true ? 'yes' : each === false ? 'no' : String(each)}</option>`)}
		</select>
		${faultsOf(node)}${node.order ?? ''}
	</div>`
}

function group(node: Node, content: Html): Html {
	const { path, label, faults } = node
	const isWrong = [...faults.keys()].some((each) => each === path || each.startsWith(`${path}/`))
	const isFolded = keysOf(path).length === 1 && !isWrong
	const first = isObject(node.value) ? Object.values(node.value).find((each) => typeof each === 'string') : undefined
	const about = Array.isArray(node.value) ? String(node.value.length) : first
	return html`<details class="group" id="${idOf(path)}" ${isFolded ? '' : 'open'}>
		<summary>${label}${typeof about === 'string' ? html` <small>${about.slice(0, LONG)}</small>` : ''}</summary>
		${hint(node)} ${faultsOf(node)} ${content} ${node.order ?? ''}
	</details>`
}

function list(node: Node, shape: Shape, items: readonly Json[]): Html {
	const { path, faults } = node
	const isFixed = shape.prefixItems !== undefined || (shape.minItems !== undefined && shape.minItems === shape.maxItems)
	const item = (value: Json, index: number) => {
		const own = below(path, index)
		const moves = html`<p class="moves">
			${index > 0 ? order(['up', own], `Move ${index + 1} up`, below(path, index - 1)) : ''}
			${index < items.length - 1 ? order(['down', own], `Move ${index + 1} down`, below(path, index + 1)) : ''}
			${isFixed ? '' : order(['remove', own], `Remove ${index + 1}`, path)}
		</p>`
		return field({
			path: own,
			label: String(index + 1),
			shape: itemShape(shape, index),
			value,
			faults,
			order: shape.prefixItems ? '' : moves,
		})
	}
	return group(
		node,
		html`${hidden('a', path)} ${items.map(item)}
		${isFixed ? '' : order(['add', path], `Add to ${node.label.toLowerCase()}`, below(path, items.length))}`,
	)
}

function members(
	node: Node,
	shape: Shape,
	{ value, choices }: { value: JsonObject; choices: Readonly<Record<string, readonly unknown[]>> },
): Html {
	const { path, faults } = node
	const missing = Object.keys(shape.properties ?? {}).filter((key) => !(key in value))
	const each = (key: string) => {
		const member = memberShape(shape, key)
		return field({
			path: below(path, key),
			label: member.title ?? toWords(key),
			shape: member,
			value: value[key],
			faults,
			isOptional: shape.properties?.[key] !== undefined && !shape.required?.includes(key),
			choices: choices[key],
		})
	}
	// What only another variant has goes with it.
	const own = Object.keys(value).filter((key) => Object.keys(choices).length === 0 || isKnown(shape, key))
	const content = html`${hidden('d', path)} ${[...own, ...missing].map(each)}`
	return path === '' ? content : group(node, content)
}

/** A field, or a group of fields, for any value of a JSON file. */
export function field(node: Node): Html {
	const { path, value, isOptional = false } = node
	const { shape, isNullable, choices } = resolve(node.shape, value)
	const options = node.choices ?? shape.enum ?? (shape.const === undefined ? undefined : [shape.const])
	const canBeNull = isNullable && (value !== undefined || !isOptional)
	const kindIn = (plain: string, empty: string, absent: string) => (canBeNull ? empty : isOptional ? absent : plain)
	if (options && typeof options[0] === 'boolean') return choice(node, isOptional ? 'q' : 'b', options)
	if (options && typeof options[0] === 'number') return choice(node, kindIn('n', 'm', 'p'), options)
	if (options) return choice(node, kindIn('s', 't', 'o'), options)
	const type = shape.type ?? (value === undefined || value === null ? 'string' : typeOf(value))
	if (type === 'boolean') return choice(node, isOptional ? 'q' : 'b', [true, false])
	if (type === 'array' || type === 'object') {
		if (value === undefined || value === null)
			return html`<div class="field" id="${idOf(path)}">
				${value === null ? hidden('l', path) : ''}${faultsOf(node)}${order(['add', path], `Add ${node.label.toLowerCase()}`)}
			</div>`
		const own = {
			...node,
			order: html`${node.order ?? ''}${isOptional ? order(['remove', path], `Remove ${node.label.toLowerCase()}`) : ''}`,
		}
		if (type === 'array' && Array.isArray(value)) return list(own, shape, value)
		if (isObject(value)) return members(own, shape, { value, choices })
	}
	// An amount arrives as text, so that it is read exactly (money-fields.ts).
	if (shape.format === 'money') return textInput(node, kindIn('s', 't', 'o'))
	return textInput(node, type === 'number' || type === 'integer' ? kindIn('n', 'm', 'p') : kindIn('s', 't', 'o'))
}

const lines = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\0', '')

const toNumber = (text: string): Json => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text)

/** What a form's field stands for, by the letter before its path; `undefined` leaves it out. What is no number stays as it was typed. */
const READ: Readonly<Record<string, (text: string) => Json>> = {
	s: lines,
	t: (text) => (text === '' ? null : lines(text)),
	o: (text) => (text === '' ? undefined : lines(text)),
	n: toNumber,
	m: (text) => (text.trim() === '' ? null : toNumber(text)),
	p: (text) => (text.trim() === '' ? undefined : toNumber(text)),
	b: (text) => text === 'true',
	q: (text) => (text === '' ? undefined : text === 'true'),
	a: () => [],
	d: () => ({}),
	l: () => null,
}

/** The value that a form was filled in with. */
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
		const key = keysOf(path).at(-1) ?? ''
		if (Array.isArray(parent)) parent.push(value)
		// An own property, whatever its name.
		else if (isObject(parent)) Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true })
	}
	return root
}
