import type { ServiceContext } from '#server/services/context.ts'

import type { ContentFacts } from './read-content-facts.ts'
import type { DiskRoom } from './read-disk.ts'

/** `off`: not in use here, so not checked; `warn`: worth a look; `mend`: blocks a launch. */
export type CheckState = 'ok' | 'off' | 'warn' | 'mend'

export type Verdict = {
	state: CheckState
	/** Finding. */
	found: string
	/** Fix; empty when there is nothing to do. */
	mend: string
}

export type CheckWords = {
	id: string
	what: string
	why: string
}

/** Inputs of the checks besides the database; tests bring their own. */
export type Surroundings = {
	content: ContentFacts
	/** Text records of a name, as node:dns gives them. @throws with the code ENOTFOUND or ENODATA when there are none */
	resolveTxt: (name: string) => Promise<string[][]>
	fetch: typeof fetch
	/** Expiry of the certificate of a server on port 443, or the given one. */
	readTlsEnd: (host: string, port: number) => Promise<Date>
	/** Bytes of the disk that holds the data. */
	readDisk: () => Promise<DiskRoom>
	nodeVersion: string
	programVersion: string
	/** Longest wait for one family, in milliseconds. */
	limitMs: number
}

/** Checks that ask the same one. `look` answers each by its id. */
export type CheckFamily = {
	name: string
	checks: readonly CheckWords[]
	look: (ctx: ServiceContext, around: Surroundings) => Promise<Readonly<Record<string, Verdict>>>
}

export const ok = (found: string): Verdict => ({ state: 'ok', found, mend: '' })
export const off = (found: string): Verdict => ({ state: 'off', found, mend: '' })
export const warn = (found: string, mend: string): Verdict => ({ state: 'warn', found, mend })
export const fix = (found: string, how: string): Verdict => ({ state: 'mend', found, mend: how })
