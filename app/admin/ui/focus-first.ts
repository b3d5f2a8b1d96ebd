/** Ref of a dialog's content: marks its first field, which the browser focuses when the dialog opens. */
export function focusFirst(content: HTMLElement | null): void {
	content?.querySelector('input:not([type="hidden"], [type="radio"], [type="checkbox"]), select, textarea')?.setAttribute('autofocus', '')
}
