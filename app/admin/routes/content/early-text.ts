type Typed = { name: string; before: string; value: string; isLine: boolean }

/** Lists the text fields whose value differs from the one in the page's HTML. */
export const listEarlyText = (form: HTMLFormElement): Typed[] =>
	[...form.elements].flatMap((field) => {
		if (!(field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text'))) return []
		const { name, value } = field
		const before = field.defaultValue.replaceAll('\r\n', '\n')
		return name === '' || value === before ? [] : [{ name, before, value, isLine: field instanceof HTMLInputElement }]
	})

/**
 * Adds text typed into an older version to the restored one: at the same position, or at the end if the text before it differs. In a
 * single-line field, such as a price, the typed value replaces the restored one.
 */
export function mergeTypedText(kept: string, { before, value, isLine }: Omit<Typed, 'name'>): string {
	if (kept === before || isLine) return value
	let start = 0
	while (start < before.length && before[start] === value[start]) start += 1
	let end = 0
	while (end < Math.min(before.length, value.length) - start && before.at(-1 - end) === value.at(-1 - end)) end += 1
	const added = value.slice(start, value.length - end)
	// The browser may have restored the form's input, so the kept text already contains the addition.
	if (kept.slice(start).startsWith(added)) return kept
	return kept.startsWith(before.slice(0, start)) ? `${kept.slice(0, start)}${added}${kept.slice(start)}` : `${kept}\n\n${added}`
}
