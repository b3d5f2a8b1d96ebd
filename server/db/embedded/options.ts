export type EmbeddedOptions = {
	/** Everything of the server is below this directory: data, log, sockets, copied programs. */
	dir: string
	/** Server settings for the command line; they override the built-in ones. */
	settings?: Record<string, string>
	/** Milliseconds that a start or a stop may take. */
	timeoutMs?: number
	/** Stop the server when this process dies for any reason, SIGKILL included. */
	lifeline?: boolean
	/** The server ended without `stop()` of this process. */
	onExit?: () => void
	log?: (line: string) => void
}

export type EmbeddedServer = {
	/** Directory of the Unix socket: `host` of a pg client. */
	host: string
	port: number
	user: string
	database: string
	pid: number
	/** False when the server was already running. */
	started: boolean
	major: number
	dataDir: string
	logFile: string
	/** Fast shutdown; does nothing when another process started the server. */
	stop(): Promise<void>
}

export const DEFAULT_TIMEOUT_MS = 60_000
