import type { FormPart } from './json-form.ts'

/** Removes the errors from a form that hasn't been submitted: empty fields aren't wrong yet. */
export function withoutFaults(form: FormPart): FormPart {
	const { fault: _, ...part } = form
	return 'parts' in part ? { ...part, parts: part.parts.map(withoutFaults) } : part
}
