// One Ctrl-C can arrive twice: from the terminal and from a parent that passes it on.
const SAME_SIGNAL_MS = 500

/**
 * Calls `stop` once, at the first stop request: Ctrl-C, SIGTERM, SIGHUP, or the end of the parent process. A second Ctrl-C
 * does not wait for it.
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
