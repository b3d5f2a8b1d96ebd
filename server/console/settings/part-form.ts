import type { Content } from '#content/load-content.server.ts'
import type { FormatChoices } from '#server/console/content/check-boxes.ts'
import { type FormPart, presentForm } from '#server/console/content/json-form.ts'
import { formatAmountFields } from '#server/console/content/money-fields.ts'
import { faultsOf } from '#server/console/content/read-editor.ts'
import { isObject, type Json, type JsonObject, jsonSchemaOf, type FormShape } from '#server/console/content/read-form.ts'

import { listPrices } from './list-prices.ts'
import { arrangeOffers } from './offers-form.ts'
import type { SettingsPart } from './subjects.ts'

export type ShownSettingsPart = {
	/** ID of the version this edit is based on; '' for the file as shipped. */
	base: string
	form: FormPart
	faults: number
}

const pick = <Value>(object: Readonly<Record<string, Value>>, keys: readonly string[]): Record<string, Value> =>
	Object.fromEntries(keys.flatMap((key) => (key in object ? [[key, object[key] as Value]] : [])))

/** Reduces a file's JSON schema to the part that a form edits. */
export function shapeOfSettingsPart({ file, keys }: SettingsPart): FormShape {
	const shape = jsonSchemaOf(file)
	if (!keys) return shape
	return { ...shape, properties: pick(shape.properties ?? {}, keys), required: (shape.required ?? []).filter((key) => keys.includes(key)) }
}

export const pickSettingsPart = ({ keys }: SettingsPart, value: Json): JsonObject =>
	isObject(value) ? (keys ? pick(value, keys) : value) : {}

/** Merges a form's values into the whole file. Keys keep their order. */
export function mergeSettingsPart({ keys }: SettingsPart, whole: Json, typed: Json): Json {
	if (!keys || !isObject(whole) || !isObject(typed)) return typed
	const kept = Object.entries(whole).flatMap(([key, value]) => {
		if (!keys.includes(key)) return [[key, value] as const]
		return key in typed ? [[key, typed[key]] as const] : []
	})
	return { ...Object.fromEntries(kept), ...pick(typed, keys) }
}

type Shown = {
	base: string
	lists: FormatChoices
	content: Pick<Content, 'offers'>
	/** Latest saved version of the file, if the form may differ from it. */
	saved?: Json
	/** Codes of offers that have orders. */
	sold?: ReadonlySet<string>
}

/** @param value parsed content of the whole file */
export function presentSettingsPart(part: SettingsPart, value: Json, shown: Shown): ShownSettingsPart {
	const shape = shapeOfSettingsPart(part)
	const found = new Map([...faultsOf(part.file, value)].filter(([path]) => !part.keys || part.keys.includes(path.split('/')[1] ?? '')))
	const added = shown.saved === undefined ? [] : (part.findFaults?.(shown.saved, value) ?? [])
	const faults = new Map([...added.map(([path, message]) => [path, [message]] as const), ...found])
	const own = formatAmountFields(shape, pickSettingsPart(part, part.shown?.(value) ?? value))
	const form = presentForm({ path: '', label: '', shape, value: own, faults, lists: shown.lists })
	return {
		base: shown.base,
		form:
			part.id === 'offers'
				? arrangeOffers(form, { prices: listPrices(shown.content, value, shown.saved), sold: shown.sold ?? new Set() })
				: form,
		faults: faults.size,
	}
}
