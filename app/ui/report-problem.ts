/** The browser's log, in one place: what goes wrong on a page is told there and nowhere silently dropped. */
export function reportProblem(message: string, cause?: unknown): void {
	// oxlint-disable-next-line no-console -- the browser has no other log
	console.error(...(cause === undefined ? [message] : [message, cause]))
}

/** The same for what is worth knowing and breaks nothing. */
export function reportNotice(message: string, cause?: unknown): void {
	// oxlint-disable-next-line no-console -- the browser has no other log
	console.warn(...(cause === undefined ? [message] : [message, cause]))
}
