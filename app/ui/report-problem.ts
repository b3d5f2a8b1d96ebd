/** Logs a failure. Other browser code may not use the console (oxlint.config.ts). */
export function reportProblem(message: string, cause?: unknown): void {
	// oxlint-disable-next-line no-console -- the browser has no other log
	console.error(...(cause === undefined ? [message] : [message, cause]))
}

export function reportWarning(message: string, cause?: unknown): void {
	// oxlint-disable-next-line no-console -- the browser has no other log
	console.warn(...(cause === undefined ? [message] : [message, cause]))
}
