import { isDeepStrictEqual } from 'node:util'

import { readYaml, rewriteYaml } from '#content/rewrite-yaml.ts'
import { ExerciseSchema } from '#content/schema/blocks.ts'
import type { Fields } from '#server/console/shell/console-request.ts'

import { faultsWhileWriting, withoutBlanks } from './blanks.ts'
import { type FormPart, type FormCommand, presentForm } from './json-form.ts'
import { editList, isObject, type Json, type JsonObject, readForm, shapeOfSchema } from './read-form.ts'

const FENCE = /^```exercise\n([\s\S]*?)\n```$/gm
const SHAPE = shapeOfSchema(ExerciseSchema)
const ADD = 'exercise-add'
const REMOVE = /^exercise-remove (\d+)$/
/** Lists in an exercise whose entries have an ID that formulas and stored answers refer to. */
const NAMED = ['fields', 'sums'] as const

type Fence = { source: string; value: JsonObject }

/** Finds the exercises whose YAML can be parsed; invalid ones are edited as text. */
function listFences(body: string): Fence[] {
	return [...body.matchAll(FENCE)].flatMap(([source, yaml = '']) => {
		const value = readYaml(yaml)
		return isObject(value) ? [{ source, value }] : []
	})
}

const pathOf = (index: number) => `x${index}`

/** Hides an exercise's ID, which must not change: learners' answers are stored under it. */
const hideId = (part: FormPart, id: string): FormPart =>
	part.id === id && part.is === 'text'
		? { is: 'absent', id, label: part.label, fault: part.fault, commands: [], hidden: { name: part.name, value: part.value } }
		: part

/** Moves short names to the end of their entries, because authors rarely need them. */
export function withNamesLast(value: Json): Json {
	if (Array.isArray(value)) return value.map(withNamesLast)
	if (!isObject(value)) return value
	const { id, ...rest } = value
	const words = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, withNamesLast(each)]))
	return id === undefined ? words : { ...words, id }
}

function presentExercise({ source, value }: Fence, index: number): FormPart {
	const path = pathOf(index)
	const remove: FormCommand = { value: `exercise-remove ${index}`, label: 'Remove exercise', to: 'exercises-add' }
	const label = typeof value.title === 'string' && value.title !== '' ? value.title : `Exercise ${index + 1}`
	const faults = [...faultsWhileWriting(ExerciseSchema, { value, named: assignFieldIds(value, true) })]
	const form = presentForm({
		path,
		label,
		shape: SHAPE,
		value: withNamesLast(value),
		faults: new Map(faults.map(([place, messages]) => [path + place, messages])),
		commands: [{ ...remove, about: label }],
	})
	if (form.is !== 'group') return form
	// With the original source, a save can detect concurrent edits.
	return {
		...form,
		isOpen: true,
		hidden: { name: `d${path}`, value: source },
		parts: form.parts.map((part) => hideId(part, `f${path}-id`)),
	}
}

export function presentExercises(body: string): FormPart[] {
	const fences = listFences(body)
	const add: FormCommand = { value: ADD, label: 'Add exercise', to: `f${pathOf(fences.length)}` }
	return [
		...fences.map(presentExercise),
		{
			is: 'absent',
			id: 'exercises-add',
			label: 'Exercises',
			hint: 'Learners fill these in within the text, and the answers are kept for them.',
			fault: undefined,
			commands: [add],
			hidden: null,
		},
	]
}

/** Returns the fields of one exercise, with the names they would have in a form for that exercise alone. */
const fieldsOf = (typed: Fields, index: number): Record<string, string> =>
	Object.fromEntries(
		Object.entries(typed).flatMap(([name, text]) => {
			const [, kind, rest] = /^([a-z])x(\d+(?:\/.*)?)$/s.exec(name) ?? []
			const own = rest === String(index) ? '' : rest?.startsWith(`${index}/`) ? rest.slice(String(index).length) : null
			return kind === undefined || own === null ? [] : [[kind + own, text]]
		}),
	)

/** Converts the command `add x0/fields` to one for the exercise itself; '' if it is for another part of the form. */
function commandOf(typed: Fields, index: number): string {
	const [, verb, path] = /^(\w+) x(\d+\/.*)$/.exec(typed.do ?? '') ?? []
	return path?.startsWith(`${index}/`) ? `${verb} ${path.slice(String(index).length)}` : ''
}

/** Returns a short name. A label without Latin letters becomes “field”. */
const toName = (label: string) =>
	label
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '_')
		.slice(0, 30)
		.replaceAll(/^_|_$/g, '') || 'field'

/**
 * Gives each new field a short name from its label, and puts the name first, as in the shipped texts.
 * @param includesEmpty true to name even fields without a label
 */
export function assignFieldIds(value: JsonObject, includesEmpty = false): JsonObject {
	const taken = new Set<Json>(
		NAMED.flatMap((key) => (Array.isArray(value[key]) ? value[key].map((each: Json) => isObject(each) && each.id) : [])),
	)
	const name = (each: Json): Json => {
		if (!isObject(each) || each.id === undefined) return each
		const { id: known, ...words } = each
		if (known !== '' || typeof each.label !== 'string' || (each.label === '' && !includesEmpty)) return { id: known, ...words }
		let id = toName(each.label)
		for (let number = 2; taken.has(id); number += 1) id = `${toName(each.label)}_${number}`
		taken.add(id)
		return { id, ...words }
	}
	const nameAll = (list: Json): Json => (Array.isArray(list) ? list.map(name) : list)
	const table = isObject(value.table) ? { table: { ...value.table, columns: nameAll(value.table.columns) } } : {}
	const own = Object.fromEntries(NAMED.flatMap((key) => (key in value ? [[key, nameAll(value[key])] as const] : [])))
	return { ...value, ...own, ...table }
}

const yamlOf = (fence: string) => fence.slice('```exercise\n'.length, -'\n```'.length)
const toFence = (yaml: string) => `\`\`\`exercise\n${yaml.trim()}\n\`\`\``

function addExercise(body: string): string {
	const taken = listFences(body).map(({ value }) => value.id)
	let number = taken.length + 1
	while (taken.includes(`exercise-${number}`)) number += 1
	const yaml = `id: exercise-${number}\ntitle: Your turn\nfields:\n  - {id: answer, label: Your answer, type: text}`
	return `${body.trimEnd()}\n\n${toFence(yaml)}\n`
}

/** Finishes exercises for saving: drops fields that are still empty, and names all others. */
export const finishExercises = (body: string): string =>
	listFences(body).reduce((text, { source, value }) => {
		const finished = assignFieldIds(withoutBlanks(ExerciseSchema, value) as JsonObject, true)
		if (isDeepStrictEqual(finished, value)) return text
		return text.replace(source, () => toFence(rewriteYaml(yamlOf(source), finished)))
	}, body)

/** Merges one exercise's fields into the text. If both were changed, the fields win. */
function mergeExercise(body: string, typed: Fields, index: number): string {
	const source = (typed[`d${pathOf(index)}`] ?? '').replaceAll('\r\n', '\n').trim()
	const before = listFences(source)[0]
	if (!before) return body
	const read = editList(SHAPE, readForm(fieldsOf(typed, index)), commandOf(typed, index))
	const value = isObject(read) ? assignFieldIds(read) : before.value
	if (isDeepStrictEqual(value, before.value)) return body
	const target = body.includes(source) ? source : listFences(body).find((each) => each.value.id === before.value.id)?.source
	if (target === undefined) return body
	return body.replace(target, () => toFence(rewriteYaml(yamlOf(target), value)))
}

function removeExercise(body: string, index: number): string {
	const source = listFences(body)[index]?.source
	if (source === undefined) return body
	const at = body.indexOf(source)
	return body.slice(0, at).trimEnd() + body.slice(at + source.length)
}

/** Merges the exercises' fields into a lesson's text, and runs a button's command. */
export function mergeExercises(body: string, typed: Fields): string {
	const indexes = Object.keys(typed).flatMap((name) => /^dx(\d+)$/.exec(name)?.[1] ?? [])
	const merged = indexes.reduce((text, index) => mergeExercise(text, typed, Number(index)), body)
	const command = typed.do ?? ''
	if (command === ADD) return addExercise(merged)
	const [, removed] = REMOVE.exec(command) ?? []
	return removed === undefined ? merged : removeExercise(merged, Number(removed))
}
