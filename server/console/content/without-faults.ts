import type { FormPart } from './json-form.ts'

/** Form before submission: empty fields are not faults yet. */
export function withoutFaults(form: FormPart): FormPart {
	const { fault: _, ...part } = form
	return 'parts' in part ? { ...part, parts: part.parts.map(withoutFaults) } : part
}
