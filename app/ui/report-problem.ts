/** Writes to the browser's console, in one place, so that no failure on a page is silent. */
export function reportProblem(message: string, cause?: unknown): void {
	// oxlint-disable-next-line no-console -- the browser has no other log
	console.error(...(cause === undefined ? [message] : [message, cause]))
}

/** The same for a notice about something that breaks nothing. */
export function reportNotice(message: string, cause?: unknown): void {
	// oxlint-disable-next-line no-console -- the browser has no other log
	console.warn(...(cause === undefined ? [message] : [message, cause]))
}
