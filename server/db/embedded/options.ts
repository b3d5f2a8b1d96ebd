export type EmbeddedOptions = {
	/** Everything of the server lives below this directory: data, log, sockets, copied programs. */
	dir: string
	/** Server settings, given on the command line; they win over the built-in ones. */
	settings?: Record<string, string>
	/** When this process is root: the first existing account of the list runs the server. */
	runAs?: string[]
	/** Milliseconds that a start or a stop may take. */
	timeoutMs?: number
	/** Stop the server when this process dies for any reason, SIGKILL included. */
	lifeline?: boolean
	/** npm package with the programs, for example an alias to the previous major during an upgrade. */
	binariesPackage?: string
	/** Accept a directory that holds data of another major; only an upgrade says so. */
	allowNewMajor?: boolean
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
	/** False when a server that somebody else started was already running. */
	started: boolean
	major: number
	dataDir: string
	logFile: string
	/** Fast shutdown; does nothing when somebody else started the server. */
	stop(): Promise<void>
}

export const DEFAULT_TIMEOUT_MS = 60_000
