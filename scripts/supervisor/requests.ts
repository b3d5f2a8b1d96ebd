import { root } from '#scripts/ensure.mjs'

import type { SupervisorCaller } from './control.ts'
import type { KeptResources } from './kept.ts'
import { rollBack, rollBackData } from './roll-back.ts'
import type { Servers } from './servers.ts'
import { upgrade } from './upgrade.ts'

export type SupervisorState = { servers: Servers; kept: KeptResources }

/**
 * `folder`: the program's folder; `by`: who requests it. Commands from other releases send these messages: add fields, but don't change
 * any.
 */
export type Request =
	| { do: 'status' }
	| { do: 'reload'; by: string }
	| { do: 'upgrade'; folder: string; by: string; backupTaken: boolean }
	| { do: 'rollback'; folder: string; by: string }
	| { do: 'rollback-data'; folder: string; by: string; copy: string }

/**
 * `folder`: program folder of the active server; `folders`: all in use, including this supervisor's, from which PostgreSQL runs.
 */
export type Status = { folder: string; folders: string[]; hasOwnDatabase: boolean }
/** Question during an upgrade or rollback: the other server is ready, so its program must be recorded for the next start. */
export type RecordQuestion = { record: true; copy: { folder: string; takenAt: string } | null }

let holder: string | null = null

async function alone<T>(by: string, work: () => Promise<T>): Promise<T> {
	if (holder !== null) throw new Error(`Another upgrade, rollback or reload is in progress, ${holder}. Try again when it has ended.`)
	holder = `started by ${by} at ${new Date().toISOString()}`
	try {
		return await work()
	} finally {
		holder = null
	}
}

/** Handles a request to the supervisor. @throws Error with a sentence for the caller */
export function handleRequest(running: SupervisorState, given: unknown, caller: SupervisorCaller): Promise<unknown> {
	const request = given as Request
	const { servers, kept } = running
	switch (request.do) {
		case 'status':
			return Promise.resolve({
				folder: servers.folder,
				folders: [...servers.folders, root],
				hasOwnDatabase: kept.database !== null,
			} satisfies Status)
		case 'reload':
			return alone(request.by, () => servers.switchTo(servers.folder, () => Promise.resolve()))
		case 'upgrade':
			return alone(request.by, () => upgrade(running, request, caller))
		case 'rollback':
			return alone(request.by, () => rollBack(running, request, caller))
		case 'rollback-data':
			return alone(request.by, () => rollBackData(running, request, caller))
		default:
			return Promise.reject(new Error('The running program does not support this request. Restart Launchway, then try again.'))
	}
}
