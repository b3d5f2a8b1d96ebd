import { currentWork } from './work.ts'

const LEVELS = { error: 0, warn: 1, info: 2, debug: 3 } as const
export type LogLevel = keyof typeof LEVELS
export type LogFields = Record<string, unknown>
export type Logger = Record<LogLevel, (message: string, fields?: LogFields) => void> & {
	/** Logs at most once a minute per message, with a count. Use it for everything that outsiders can cause. */
	throttled: (level: LogLevel, message: string, fields?: LogFields) => void
}

const MINUTE_MS = 60_000
/** Maximum lines per minute with the same message. Further ones are only counted, so that no failure can fill the disk. */
const LINES_PER_MINUTE = 200

const errorFields = (error: Error): LogFields => ({ name: error.name, message: error.message, stack: error.stack, cause: error.cause })

type Line = { level: LogLevel; message: string; fields: LogFields }
/** Lines of one message in the current minute: how many were written, and how many dropped. */
type Window = { written: number; dropped: number; last: Line }

/** Creates a throttle. If it dropped lines in a minute, it ends the minute with the last of them and their number. */
function createThrottle(write: (line: Line) => void): (line: Line, most: number) => void {
	const windows = new Map<string, Window>()
	function open(key: string, line: Line): void {
		windows.set(key, { written: 1, dropped: 0, last: line })
		setTimeout(() => close(key), MINUTE_MS).unref()
		write(line)
	}
	function close(key: string): void {
		const window = windows.get(key)
		windows.delete(key)
		if (!window || window.dropped === 0) return
		const { last, dropped } = window
		open(key, { ...last, fields: { ...last.fields, count: dropped } })
	}
	return (line, most) => {
		const key = `${line.level} ${line.message}`
		const window = windows.get(key)
		if (!window) return open(key, line)
		if (window.written < most) {
			window.written += 1
			return write(line)
		}
		window.dropped += 1
		window.last = line
	}
}

/**
 * Creates a logger that writes a JSON object per line, with UTC times and the request's ID. JSON escapes line breaks, so input
 * can't forge a line.
 * @param write receives the complete line, including the line break
 */
export function createLogger(level: LogLevel, write: (line: string) => void): Logger {
	const throttle = createThrottle(({ level: own, message, fields }) => {
		const entry = { time: new Date().toISOString(), level: own, message, ...fields }
		write(`${JSON.stringify(entry, (_key, value: unknown) => (value instanceof Error ? errorFields(value) : value))}\n`)
	})
	const log = (line: Line, most: number) => {
		if (LEVELS[line.level] > LEVELS[level]) return
		const requestId = currentWork.getStore()?.requestId
		throttle(requestId === undefined ? line : { ...line, fields: { requestId, ...line.fields } }, most)
	}
	const at =
		(own: LogLevel) =>
		(message: string, fields: LogFields = {}) =>
			log({ level: own, message, fields }, LINES_PER_MINUTE)
	return {
		error: at('error'),
		warn: at('warn'),
		info: at('info'),
		debug: at('debug'),
		throttled: (own, message, fields = {}) => log({ level: own, message, fields }, 1),
	}
}
