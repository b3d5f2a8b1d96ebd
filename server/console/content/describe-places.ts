import { isJson } from '#content/check-file.ts'
import type { Place } from '#content/marks/text-marks.ts'
import type { Edits } from '#content/sources.ts'

import { nameField } from './field-names.ts'
import { type ContentFile, findFile, fileTitle } from './files.ts'
import { readMarkdownFile } from './markdown-file.ts'
import type { Json } from './read-form.ts'

type Described = { title: string; value: Json }

function readFile(file: ContentFile | null, text: string | null | undefined): Described {
	const source = text ?? file?.origin ?? ''
	const value = file?.path.endsWith('.json') && isJson(source) ? (JSON.parse(source) as Json) : null
	return {
		title: file ? fileTitle(file.path, source) : 'This text',
		value: value ?? (file && readMarkdownFile(file.path, source)?.value) ?? null,
	}
}

/**
 * Returns a function that describes a field, such as “Home › Hero › Title”.
 * @param edits texts of the drafts
 */
export function describePlaces(edits: Edits): (place: Place) => string {
	const known = new Map<string, Described>()
	return (place) => {
		const found = known.get(place.file) ?? readFile(findFile(place.file), edits[place.file])
		known.set(place.file, found)
		const labels = [found.title, ...('field' in place ? nameField(place.file, found.value, place.field) : [])]
		// A file may have the same name as its only list.
		return labels.filter((label, index) => label !== labels[index - 1]).join(' › ')
	}
}
