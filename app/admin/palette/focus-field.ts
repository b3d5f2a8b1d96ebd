/** Focuses the field now, and again by `autofocus` when its dialog is shown after it: that focuses its first control, the close button. */
export function focusField(field: HTMLInputElement | null): void {
	field?.setAttribute('autofocus', '')
	field?.focus()
}
