/**
 * Focuses the field now, and sets `autofocus` for a dialog that opens later: it would otherwise focus its first control, the
 * close button.
 */
export function focusField(field: HTMLInputElement | null): void {
	field?.setAttribute('autofocus', '')
	field?.focus()
}
