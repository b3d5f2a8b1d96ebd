import type { Content } from '#content/load-content.server.ts'
import type { FormatChoices } from '#server/console/content/check-boxes.ts'
import { type FormPart, presentForm } from '#server/console/content/json-form.ts'
import { printAmounts } from '#server/console/content/money-fields.ts'
import { faultsOf } from '#server/console/content/read-editor.ts'
import { isObject, type Json, type JsonObject, jsonSchemaOf, type FormShape } from '#server/console/content/read-form.ts'

import { type ListedPrice, listPrices } from './list-prices.ts'
import type { OldName } from './rename.ts'
import type { Part } from './subjects.ts'

export type ShownPart = {
	/** ID of the version this edit is based on; '' for the file as shipped. */
	base: string
	form: FormPart
	faults: number
	/** Texts that still contain an old name; submitting the form again changes the checked ones. */
	renames?: { value: string; old: readonly OldName[] } | undefined
}

const pick = <Value>(object: Readonly<Record<string, Value>>, keys: readonly string[]): Record<string, Value> =>
	Object.fromEntries(keys.flatMap((key) => (key in object ? [[key, object[key] as Value]] : [])))

/** Reduces a file's JSON schema to the part that a form edits. */
export function shapeOfPart({ file, keys }: Part): FormShape {
	const shape = jsonSchemaOf(file)
	if (!keys) return shape
	return { ...shape, properties: pick(shape.properties ?? {}, keys), required: (shape.required ?? []).filter((key) => keys.includes(key)) }
}

export const pickPart = ({ keys }: Part, value: Json): JsonObject => (isObject(value) ? (keys ? pick(value, keys) : value) : {})

/** Merges a form's values into the whole file. Keys keep their order. */
export function mergePart({ keys }: Part, whole: Json, typed: Json): Json {
	if (!keys || !isObject(whole) || !isObject(typed)) return typed
	const kept = Object.entries(whole).flatMap(([key, value]) => {
		if (!keys.includes(key)) return [[key, value] as const]
		return key in typed ? [[key, typed[key]] as const] : []
	})
	return { ...Object.fromEntries(kept), ...pick(typed, keys) }
}

const hasFault = (form: FormPart): boolean => form.fault !== undefined || ('parts' in form && form.parts.some(hasFault))

/** Collapses the lists of an offer, such as what buyers get, unless they have an error. */
const foldLists = (part: FormPart): FormPart => (part.is === 'group' ? { ...part, isOpen: hasFault(part) } : part)

/** Collapses each offer to one line with its price. A single offer and those with an error stay open. A new offer begins with its own short form. */
function foldOffers(form: FormPart, offers: readonly ListedPrice[]): FormPart {
	if (form.is !== 'root') return form
	const fold = (entry: FormPart, index: number): FormPart =>
		entry.is === 'group'
			? {
					...entry,
					isOpen: offers.length === 1 || hasFault(entry),
					about: offers[index]?.summary ?? null,
					parts: entry.parts.map(foldLists),
				}
			: entry
	return {
		...form,
		parts: form.parts.map((list) => (list.is === 'group' ? { ...list, isOpen: true, commands: [], parts: list.parts.map(fold) } : list)),
	}
}

type Shown = {
	base: string
	lists: FormatChoices
	content: Pick<Content, 'offers'>
	/** Latest saved version of the file, if the form may differ from it. */
	saved?: Json
}

/** @param value parsed content of the whole file */
export function presentPart(part: Part, value: Json, shown: Shown): ShownPart {
	const shape = shapeOfPart(part)
	const faults = new Map([...faultsOf(part.file, value)].filter(([path]) => !part.keys || part.keys.includes(path.split('/')[1] ?? '')))
	const own = printAmounts(shape, pickPart(part, part.shown?.(value) ?? value))
	const form = presentForm({ path: '', label: '', shape, value: own, faults, lists: shown.lists })
	return {
		base: shown.base,
		form: part.file === 'offers.json' ? foldOffers(form, listPrices(shown.content, value, shown.saved)) : form,
		faults: faults.size,
	}
}
