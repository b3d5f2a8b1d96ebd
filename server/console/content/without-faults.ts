import type { FormPart } from './json-form.ts'

/** Hides the empty short name of a new list entry, which is made from its name on saving (short-names.ts). */
const withoutShortName = (part: FormPart): FormPart =>
	part.is === 'text' && part.value === '' && /\/\d+\/id$/.test(part.name)
		? { is: 'absent', id: part.id, label: part.label, orders: [], hidden: { name: part.name, value: '' } }
		: part

/** Removes the errors from a form that hasn't been submitted: empty fields aren't wrong yet. */
export function withoutFaults(form: FormPart): FormPart {
	const { fault: _, ...part } = form
	return 'parts' in part ? { ...part, parts: part.parts.map(withoutFaults) } : withoutShortName(part)
}
