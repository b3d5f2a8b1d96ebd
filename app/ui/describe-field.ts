/** Returns the IDs of a control's hint and error, and the ARIA attributes that refer to them. */
export function describeField(id: string, parts: { hint?: string | undefined; error?: string | undefined }) {
	const hintId = `${id}-hint`
	const errorId = `${id}-error`
	const describedBy = [parts.error && errorId, parts.hint && hintId].filter(Boolean).join(' ')
	return {
		hintId,
		errorId,
		aria: { 'aria-describedby': describedBy || undefined, 'aria-invalid': parts.error ? (true as const) : undefined },
	}
}
