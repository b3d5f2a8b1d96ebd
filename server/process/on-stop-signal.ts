// One Ctrl-C can arrive twice: from the terminal and once more from a parent that passes it on.
const SAME_SIGNAL_MS = 500

/**
 * Calls `stop` once for the first request to end: Ctrl-C, SIGTERM, SIGHUP, or the end of the process that started this one.
 * A second Ctrl-C does not wait for it.
 * @param stop must not reject
 */
export function onStopSignal(stop: (reason: string) => Promise<void>): void {
	let askedAt: number | null = null
	const handle = (reason: string) => {
		if (askedAt === null) {
			askedAt = Date.now()
			void stop(reason).finally(() => process.exit(process.exitCode))
		} else if (Date.now() - askedAt > SAME_SIGNAL_MS) {
			process.exit(130)
		}
	}
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle)
	if (process.channel) {
		process.once('disconnect', () => handle('disconnect'))
		process.channel.unref()
	}
}
