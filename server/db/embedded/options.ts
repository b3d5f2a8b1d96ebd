export type EmbeddedOptions = {
	/** All files of the server: data, log, sockets, copied binaries. */
	dir: string
	/** For the command line; they override our defaults. */
	settings?: Record<string, string>
	/** Milliseconds for a start or a stop. */
	timeoutMs?: number
	/** Stops the server if this process dies for any reason, including SIGKILL. */
	lifeline?: boolean
	/** Not called after `stop()` of this process. */
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
	/** A fast shutdown. Does nothing if another process started the server. */
	stop(): Promise<void>
}

export const DEFAULT_TIMEOUT_MS = 60_000
