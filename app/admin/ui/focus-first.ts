const FIELD = 'input:not([type="hidden"], [type="radio"], [type="checkbox"]), select, textarea'

/** Ref of a dialog's content: marks its first field, which the browser focuses when the dialog opens. */
export function focusFirst(content: HTMLElement | null): void {
	content?.querySelector(FIELD)?.setAttribute('autofocus', '')
}

/** Ref of content that an open dialog shows later: focuses its first field. */
export function focusLoaded(content: HTMLElement | null): void {
	content?.querySelector<HTMLElement>(FIELD)?.focus()
}
