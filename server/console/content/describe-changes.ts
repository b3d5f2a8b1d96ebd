import { diffArrays } from 'diff'

import { isJson } from '#content/check-file.ts'
import { readTextParts, type HeadedText } from '#content/read-text-parts.ts'
import { deriveTheme, isColor } from '#domain/color/brand-theme.ts'

import { type FieldChange, describeFieldChange } from './field-change.ts'
import { nameField } from './field-names.ts'
import { nameChoice, nameEntry, nameSingleEntry } from './field-words.ts'
import { formatAmounts } from './money-fields.ts'
import { childPath, isObject, type Json, jsonSchemaOf, schemaAt } from './read-form.ts'

const MODES = ['day', 'night'] as const

function listDerived(brand: Json): ReadonlySet<string> {
	if (!isObject(brand) || typeof brand.color !== 'string' || !isColor(brand.color)) return new Set()
	const color = brand.color.toLowerCase()
	return new Set(MODES.flatMap((mode) => Object.values<string>(deriveTheme(color, mode))).concat(color))
}

/**
 * Combines at least two changes of derived colors into one.
 * @param brand the new value
 */
function groupColors(changes: readonly FieldChange[], brand: Json): FieldChange[] {
	const derived = listDerived(brand)
	const following = changes.filter(({ swatches: [color] = [] }) => color !== undefined && derived.has(color.after))
	if (following.length < 2) return [...changes]
	const words = `${following.length} values follow from your color`
	const group: FieldChange = {
		label: 'Brand colors',
		before: null,
		after: words,
		pieces: [{ text: words, is: 'same' }],
		swatches: following.flatMap(({ swatches = [] }) => swatches),
	}
	return [group, ...changes.filter((change) => !following.includes(change))]
}

/** Time limit of a diff. Beyond it, two lists are only marked as different. */
const LIMIT_MS = 500
const KEYS = ['id', 'code', 'slug', 'href', 'question', 'title', 'name', 'label']

type Sides = { before: Json; after: Json }
type Named = { file: string; root: Sides; above: readonly string[] }

/** Returns a key that identifies a list entry even if its other texts change. */
function identify(value: Json): string {
	if (!isObject(value)) return JSON.stringify(value)
	const key = KEYS.find((each) => typeof value[each] === 'string')
	return key === undefined ? JSON.stringify(value) : `${key} ${String(value[key] as string)}`
}

const LABEL_DIVIDER = ' › '

const labelOf = ({ file, root, above }: Named, path: string, isGone: boolean): string =>
	[...above, ...nameField(file, isGone ? root.before : root.after, path)].join(LABEL_DIVIDER)

type Pair = { before?: { value: Json; index: number }; after?: { value: Json; index: number }; isMoved?: true }

/** True for entries with different IDs and titles, such as a new lesson in place of a removed one. */
const areDifferent = (one: Json, other: Json) =>
	isObject(one) && isObject(other) && one.id !== other.id && (one.title ?? one.name) !== (other.title ?? other.name)

/**
 * Pairs the entries of two lists. An entry that was removed in one place and added in another is moved. A removed entry next to an added
 * one is changed.
 */
function pairEntries(before: readonly Json[], after: readonly Json[]): Pair[] {
	const pairs: Pair[] = []
	const [ids, freshIds] = [before.map(identify), after.map(identify)]
	const isOnce = (all: readonly string[], id: string) => all.indexOf(id) >= 0 && all.indexOf(id) === all.lastIndexOf(id)
	const isKept = (id = '') => isOnce(ids, id) && isOnce(freshIds, id)
	const changes = diffArrays(ids, freshIds, { timeout: LIMIT_MS }) ?? []
	let [from, to] = [0, 0]
	let waiting: Pair[] = []
	for (const { added, removed, count } of changes) {
		for (let step = 0; step < count; step++) {
			const old = added ? undefined : { value: before[from], index: from++ }
			const fresh = removed ? undefined : { value: after[to], index: to++ }
			const isMoved = (added || removed) && isKept(added ? freshIds[to - 1] : ids[from - 1])
			if (isMoved) {
				const index = ids.indexOf(freshIds[to - 1] ?? '')
				if (added && fresh) pairs.push({ before: { value: before[index], index }, after: fresh, isMoved })
				continue
			}
			const open = added && fresh && !areDifferent(waiting[0]?.before?.value, fresh.value) ? waiting.shift() : undefined
			if (open) open.after = fresh!
			else pairs.push({ ...(old && { before: old }), ...(fresh && { after: fresh }) })
			const last = pairs.at(-1)
			if (removed && last) waiting.push(last)
		}
		if (!removed) waiting = []
	}
	return pairs
}

/** Returns a change that is described in words, without values before and after. */
const toRemark = (label: string, words: string): FieldChange => ({
	label,
	before: null,
	after: words,
	pieces: [{ text: words, is: 'same' }],
})

/** True for a course's list of modules. A new module is only named in it, because its own file shows its contents. */
const isModuleList = ({ file, above }: Named, path: string) => above.length === 0 && file.startsWith('course') && path === '/modules'

/** Describes a new or removed list entry, such as “New offer: Team”. Returns {} for a plain text, whose change already shows it. */
function describeEntry({ before, after }: Sides, list: string): Pick<FieldChange, 'entry'> {
	const value = after ?? before
	if (!isObject(value) || (before !== undefined && after !== undefined)) return {}
	const name = list.split(LABEL_DIVIDER).at(-1) ?? ''
	const [verb, noun] = [after === undefined ? 'Removed' : 'New', nameSingleEntry(name) ?? `entry in ${name}`]
	return { entry: `${verb} ${noun}: ${nameEntry(value) ?? 'no name yet'}` }
}

function diffLists(before: readonly Json[], after: readonly Json[], place: { path: string; named: Named }): FieldChange[] {
	const { path, named } = place
	return pairEntries(before, after).flatMap((pair) => {
		const index = pair.after?.index ?? pair.before?.index ?? 0
		const at = childPath(path, index)
		const label = labelOf(named, at, pair.after === undefined)
		const sides = { before: pair.before?.value, after: pair.after?.value }
		if (pair.isMoved) {
			const value = typeof sides.after === 'string' ? `Moved: “${sides.after}”` : 'Moved'
			return [toRemark(label, value), ...diffValues(sides, at, named)]
		}
		const entry = { ...describeEntry(sides, labelOf(named, path, pair.after === undefined)), entryPath: at }
		if (isModuleList(named, path) && (pair.before === undefined || pair.after === undefined))
			return [{ ...toRemark(label, pair.after === undefined ? 'Removed' : 'New module'), ...entry }]
		return diffValues(sides, at, named).map((change) => ({ ...change, ...(entry.entry !== undefined && entry) }))
	})
}

function diffValues({ before, after }: Sides, path: string, named: Named): FieldChange[] {
	if (JSON.stringify(before) === JSON.stringify(after)) return []
	if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, { path, named })
	// Lists added and removed objects field by field, too.
	const [old, fresh] = [before ?? {}, after ?? {}]
	if (isObject(old) && isObject(fresh)) {
		const keys = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
		return keys.flatMap((key) => diffValues({ before: old[key], after: fresh[key] }, childPath(path, key), named))
	}
	const [oldList, freshList] = [before ?? [], after ?? []]
	if (Array.isArray(oldList) && Array.isArray(freshList) && [...oldList, ...freshList].some(isObject))
		return diffLists(oldList, freshList, { path, named })
	const isGone = after === undefined
	const shape = schemaAt(jsonSchemaOf(named.file), isGone ? named.root.before : named.root.after, path)
	const [words, freshWords] = [nameChoice(shape, before), nameChoice(shape, after)]
	const change = describeFieldChange(labelOf(named, path, isGone), words, freshWords)
	if (change.before === null && change.after === null) return []
	// Choices are compared as a whole, not word by word.
	return [words === before && freshWords === after ? change : { ...change, pieces: null }]
}

const diffRoots = (root: Sides, file: string, above: readonly string[] = []) => diffValues(root, '', { file, root, above })

function describePart(before: HeadedText | undefined, after: HeadedText | undefined): FieldChange[] {
	const { heading, block } = after ?? before ?? { heading: '', block: null }
	const place = heading === '' ? 'Text' : `Text under “${heading}”`
	const kind = block && `${block.kind.charAt(0).toUpperCase()}${block.kind.slice(1)}`
	if (kind === null) return [describeFieldChange(place, before?.text, after?.text)]
	const data = (part: HeadedText | undefined) => part?.block?.data
	if (before?.block?.kind === after?.block?.kind) return diffRoots({ before: data(before), after: data(after) }, '', [place, kind])
	return [
		describeFieldChange(
			`${place} › ${kind}`,
			before && (before.block ? data(before) : before.text),
			after && (after.block ? data(after) : after.text),
		),
	]
}

function diffTexts(before: string, after: string, file: string): FieldChange[] {
	const [old, fresh] = [readTextParts(before), readTextParts(after)]
	const pairs: [HeadedText | undefined, HeadedText | undefined][] = []
	const byText = { comparator: (one: HeadedText, other: HeadedText) => one.text === other.text, timeout: LIMIT_MS }
	let removed: HeadedText[] = []
	for (const change of diffArrays(old.parts, fresh.parts, byText) ?? []) {
		if (change.removed) removed = [...change.value]
		else if (change.added) {
			for (const part of change.value) pairs.push([removed.shift(), part])
		} else {
			pairs.push(...removed.map((part): [HeadedText, undefined] => [part, undefined]))
			removed = []
		}
	}
	pairs.push(...removed.map((part): [HeadedText, undefined] => [part, undefined]))
	return [...diffRoots({ before: old.facts, after: fresh.facts }, file), ...pairs.flatMap(([one, other]) => describePart(one, other))]
}

export function describeFileChanges(file: string, before: string, after: string): FieldChange[] {
	if (before === after) return []
	if (file.endsWith('.md')) return diffTexts(before, after, file)
	if (!file.endsWith('.json') || !isJson(before) || !isJson(after))
		return [{ label: 'Drawing', before: 'the public drawing', after: 'a new drawing', pieces: null }]
	const shape = jsonSchemaOf(file)
	const read = (text: string) => formatAmounts(shape, JSON.parse(text))
	const changes = diffRoots({ before: read(before), after: read(after) }, file)
	return file === 'brand.json' ? groupColors(changes, read(after)) : changes
}

const MAX_NAMED = 2

/** Names a changed field with what it belongs to: “Team › Price”. */
function nameChanged({ label, entry }: FieldChange): string {
	if (entry !== undefined) return entry
	const named = label.split(LABEL_DIVIDER).filter((each) => !/^\d+$/.test(each))
	// “Facts › Lessons” says more than “Lessons › Text”.
	const parts = named.length > 2 && named.at(-1) === 'Text' ? named.slice(0, -1) : named
	const [field = '', owner] = parts.toReversed()
	return owner === undefined || label.startsWith('Text') ? label : `${owner}${LABEL_DIVIDER}${field}`
}

/** Counts entries of the same kind: “8 lessons removed” instead of eight names. */
function countEntries(names: readonly string[]): string[] {
	const kindOf = (name: string) => /^(?:New|Removed) [a-z][a-z -]*(?=: )/.exec(name)?.[0]
	const kinds = Map.groupBy(names, (name) => kindOf(name) ?? name)
	return [...kinds].map(([kind, [first = '', ...others]]) => {
		const [verb, ...noun] = kind.split(' ')
		const plural = `${noun.join(' ').replace(/(?<=[^aeiou])y$/, 'ie')}s`
		return others.length === 0 ? first : `${others.length + 1} ${plural} ${verb === 'New' ? 'added' : 'removed'}`
	})
}

/** Sums up changes in words: the first ones by name, and the number of others. Each new or removed entry counts as one. */
export function summarizeChanges(changes: readonly FieldChange[]): string {
	const named = new Map(changes.map((change) => [`${nameChanged(change)} ${change.entry && change.entryPath}`, nameChanged(change)]))
	const names = countEntries([...named.values()])
	const others = names.length - MAX_NAMED
	return [...names.slice(0, MAX_NAMED), ...(others > 0 ? [`${others} more`] : [])].join(' · ')
}
