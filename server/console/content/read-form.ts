import { isObject, type Json, keysOf } from './json-schema.ts'

const lines = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\0', '')

const toNumber = (text: string): Json => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text)

/** Parsers of form fields, by the letter before the path. `undefined` leaves the field out; an invalid number stays text. */
const READ: Readonly<Record<string, (text: string) => Json>> = {
	s: lines,
	t: (text) => (text === '' ? null : lines(text)),
	o: (text) => (text === '' ? undefined : lines(text)),
	n: toNumber,
	m: (text) => (text.trim() === '' ? null : toNumber(text)),
	p: (text) => (text.trim() === '' ? undefined : toNumber(text)),
	b: (text) => text === 'true',
	// These fields are posted by pages of an earlier release, and by drafts that a browser kept.
	q: (text) => (text === '' ? undefined : text === 'true'),
	y: (text) => text === 'true' || undefined,
	a: () => [],
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
		const key = keysOf(path).at(-1) ?? ''
		if (Array.isArray(parent)) parent.push(value)
		// Defined as an own property, so that `__proto__` is a plain key.
		else if (isObject(parent)) Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true })
	}
	return root
}
