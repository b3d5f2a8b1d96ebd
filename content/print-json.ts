/** Line width of the project's formatter, which counts a tab as two columns. */
const WIDTH = 140
const TAB = 2

type Json = unknown
const isObject = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value)

const inline = (value: Json): string => {
	if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
	if (!isObject(value)) return JSON.stringify(value)
	const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inline(each)}`)
	return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** True for a list of several lists or objects with several entries each, which the formatter puts on separate lines. */
const isTall = (list: readonly Json[]) =>
	list.length > 1 &&
	(list.every((item) => Array.isArray(item) && item.length > 1) || list.every((item) => isObject(item) && Object.keys(item).length > 1))

/**
 * Prints JSON like the project's formatter, so that the diff of an edit shows only edited lines.
 * @param isOpen returns true if the object at this path, such as `/offers/0`, was written on several lines, which the formatter keeps
 */
export function printJson(value: Json, isOpen: (path: string) => boolean): string {
	const holdsOpen = (each: Json, path: string): boolean => {
		if (Array.isArray(each)) return isTall(each) || each.some((item, index) => holdsOpen(item, `${path}/${index}`))
		if (!isObject(each)) return false
		return (Object.keys(each).length > 0 && isOpen(path)) || Object.entries(each).some(([key, item]) => holdsOpen(item, `${path}/${key}`))
	}
	const print = (each: Json, path: string, place: { depth: number; before: number; after: number }): string => {
		const line = inline(each)
		const fits = place.depth * TAB + place.before + line.length + place.after <= WIDTH
		if (!(Array.isArray(each) || isObject(each)) || (fits && !holdsOpen(each, path))) return line
		const [open, close] = Array.isArray(each) ? ['[', ']'] : ['{', '}']
		const tabs = '\t'.repeat(place.depth + 1)
		const entries = Array.isArray(each) ? each.map((item) => ['', item] as const) : Object.entries(each)
		const lines = entries.map(([key, item], index) => {
			const name = Array.isArray(each) ? '' : `${JSON.stringify(key)}: `
			const after = index < entries.length - 1 ? 1 : 0
			return `${name}${print(item, `${path}/${Array.isArray(each) ? index : key}`, { depth: place.depth + 1, before: name.length, after })}`
		})
		if (Array.isArray(each) && each.every((item) => typeof item === 'number'))
			return `${open}\n${fill(lines, tabs)}\n${tabs.slice(1)}${close}`
		return `${open}\n${lines.map((each_) => `${tabs}${each_}`).join(',\n')}\n${tabs.slice(1)}${close}`
	}
	return `${print(value, '', { depth: 0, before: 0, after: 0 })}\n`
}

/** Puts as many numbers as fit on each line. */
function fill(items: readonly string[], tabs: string): string {
	const lines: string[] = []
	for (const item of items) {
		const last = lines.at(-1)
		if (last !== undefined && tabs.length * TAB + last.length + item.length + 3 <= WIDTH) lines[lines.length - 1] = `${last}, ${item}`
		else lines.push(item)
	}
	return lines.map((line) => tabs + line).join(',\n')
}
