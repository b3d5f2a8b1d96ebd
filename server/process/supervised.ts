import type { Connection } from '#server/db/pools.ts'
import type { LogLevel } from '#server/kernel/logger.ts'

/** Socket and database that the supervisor (scripts/supervisor) keeps open while its servers are replaced. */
export type SupervisedResources = {
	/** Handle of the socket to listen on. */
	socket: object
	/** The embedded database; null with DATABASE_URL. */
	database: { connection: Connection; name: string; dataDir: string } | null
	/** True if this server takes over from one that still runs. */
	isTakeover: boolean
	/** Resolves when the server that it takes over from has ended. */
	alone: Promise<void>
}

/** Address and database that a server asks the supervisor for. `dataDir` is absolute. */
export type ResourceRequest = { host: string; port: number; databaseUrl: string | null; dataDir: string; logLevel: LogLevel }

/** Messages from the supervisor, which may be of another program release: fields may be added, but not changed. */
export type FromSupervisor =
	| { type: 'kept'; database: SupervisedResources['database']; isTakeover: boolean }
	| { type: 'refused'; problem: string }
	| { type: 'alone' }
	| { type: 'retire'; limitMs: number }
export type ToSupervisor = 'ready' | { type: 'wanted'; wanted: ResourceRequest } | { type: 'refused'; problem: string }

/**
 * Asks the supervisor for the socket and the database.
 * @param onRetire called when another server has taken over
 * @throws Error if the supervisor can't open them
 */
export function askSupervisor(wanted: ResourceRequest, onRetire: (limitMs: number) => void): Promise<SupervisedResources> {
	const { promise: alone, resolve: beAlone } = Promise.withResolvers<void>()
	return new Promise((resolve, reject) => {
		process.on('message', (message: FromSupervisor, socket: unknown) => {
			if (message.type === 'kept') resolve({ ...message, socket: socket as object, alone })
			else if (message.type === 'refused') reject(new Error(message.problem))
			else if (message.type === 'alone') beAlone()
			else onRetire(message.limitMs)
		})
		notifySupervisor({ type: 'wanted', wanted })
	})
}

/** Sends a message to the supervisor. Does nothing if there is none. */
export const notifySupervisor = (message: ToSupervisor): void => void process.send?.(message)
