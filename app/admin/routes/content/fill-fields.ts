type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** @returns false if the field already had the value */
function fill(field: Field, value: string | undefined): boolean {
	if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
		const before = field.checked
		field.checked = field.value === value
		return field.checked !== before
	}
	if (value === undefined || field.value === value || field.type === 'file') return false
	field.value = value
	return true
}

/**
 * Puts submitted values back into a form's fields. A checkbox without a value is cleared, because browsers submit nothing for it.
 * @returns true if this changed the form
 */
export function fillFields(form: HTMLFormElement, values: Readonly<Record<string, string>>): boolean {
	const named = [...form.elements].filter(
		(each): each is Field =>
			(each instanceof HTMLInputElement || each instanceof HTMLSelectElement || each instanceof HTMLTextAreaElement) && each.name !== '',
	)
	// The hidden field before a checkbox has its name, but always the same value.
	const own = named.filter((field) => field.type !== 'hidden' || form.elements.namedItem(field.name) === field)
	const changed = own.filter((field) => fill(field, values[field.name]))
	for (const field of changed) for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
	return changed.length > 0
}
