export type EmbeddedOptions = {
	/** Directory for all files of the server: data, log, sockets, copied binaries. */
	dir: string
	/** Settings for the command line; they override our defaults. */
	settings?: Record<string, string>
	/** Time limit of a start or a stop, in milliseconds. */
	timeoutMs?: number
	/** True shuts the server down if this process dies for any reason, including SIGKILL. */
	lifeline?: boolean
	/** Called when the server ends, unless this process has called `stop()`. */
	onExit?: () => void
	log?: (line: string) => void
}

export type EmbeddedServer = {
	/** Directory of the Unix socket. */
	host: string
	port: number
	user: string
	database: string
	pid: number
	started: boolean
	major: number
	dataDir: string
	logFile: string
	/** Requests a fast shutdown. Does nothing if another process started the server. */
	stop(): Promise<void>
}

export const DEFAULT_TIMEOUT_MS = 60_000
