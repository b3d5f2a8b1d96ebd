const LEVELS = { error: 0, warn: 1, info: 2, debug: 3 } as const
export type LogLevel = keyof typeof LEVELS
export type LogFields = Record<string, unknown>
export type Logger = Record<LogLevel, (message: string, fields?: LogFields) => void> & {
	/** When the last line about an outage was written, and how many failures came since (kernel/outage.ts). */
	lastOutage: { at: number; since: number } | null
}

const errorFields = (error: Error): LogFields => ({ name: error.name, message: error.message, stack: error.stack, cause: error.cause })

/**
 * One JSON object per line, UTC times. JSON escapes line breaks, so no input can forge a second line.
 * @param write receives the finished line, newline included
 */
export function createLogger(level: LogLevel, write: (line: string) => void): Logger {
	const at =
		(own: LogLevel) =>
		(message: string, fields: LogFields = {}) => {
			if (LEVELS[own] > LEVELS[level]) return
			const entry = { time: new Date().toISOString(), level: own, message, ...fields }
			write(`${JSON.stringify(entry, (_key, value: unknown) => (value instanceof Error ? errorFields(value) : value))}\n`)
		}
	return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug'), lastOutage: null }
}
