import { nameEntry, nameMember } from './field-words.ts'
import { isObject, itemSchema, type Json, jsonSchemaOf, pointerKeys, propertySchema, resolveVariant, type FormShape } from './read-form.ts'

const shapes = new Map<string, FormShape>()

const shapeOfFile = (file: string): FormShape => {
	const shape = shapes.get(file) ?? jsonSchemaOf(file)
	shapes.set(file, shape)
	return shape
}

/**
 * Returns the labels of the path to a field of a JSON file, as in its form.
 * @param value the file's parsed content
 * @param path such as `/offers/0/amountCents`
 */
export function nameField(file: string, value: Json, path: string): string[] {
	const labels: string[] = []
	let [shape, at]: [FormShape, Json] = [shapeOfFile(file), value]
	for (const key of pointerKeys(path)) {
		const { shape: own } = resolveVariant(shape, at)
		const isList = Array.isArray(at)
		shape = isList ? itemSchema(own, Number(key)) : propertySchema(own, key)
		at = Array.isArray(at) ? at[Number(key)] : isObject(at) ? at[key] : undefined
		labels.push(isList ? (nameEntry(at) ?? String(Number(key) + 1)) : nameMember(shape, key))
	}
	return labels
}
