export type EmbeddedOptions = {
	/** Directory for all files of the server: data, log, sockets, copied binaries. */
	dir: string
	/** Server settings for the command line; they override our defaults. */
	settings?: Record<string, string>
	/** Timeout for a start or a stop, in milliseconds. */
	timeoutMs?: number
	/** True stops the server if this process dies for any reason, including SIGKILL. */
	lifeline?: boolean
	/** Called if the server ends without `stop()` of this process. */
	onExit?: () => void
	log?: (line: string) => void
}

export type EmbeddedServer = {
	/** Directory of the Unix socket; use it as `host` of a pg client. */
	host: string
	port: number
	user: string
	database: string
	pid: number
	/** False if the server was already running. */
	started: boolean
	major: number
	dataDir: string
	logFile: string
	/** Shuts the server down (fast shutdown). Does nothing if another process started it. */
	stop(): Promise<void>
}

export const DEFAULT_TIMEOUT_MS = 60_000
