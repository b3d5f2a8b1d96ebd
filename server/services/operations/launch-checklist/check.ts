import type { ServiceContext } from '#server/services/context.ts'

import type { ContentFacts } from './read-content-facts.ts'

/** Disk size in bytes; `free` is the space the server may use. */
export type DiskSpace = { free: number; total: number }

/** `off`: not used here, so not checked; `warn`: worth a look; `fix`: must be fixed before a launch. */
export type CheckState = 'ok' | 'off' | 'warn' | 'fix'

export type CheckVerdict = {
	state: CheckState
	found: string
	/** Instructions for fixing the problem; empty if there is nothing to do. */
	howToFix: string
}

export type CheckTexts = {
	id: string
	what: string
	why: string
}

/** Inputs of the checks, which tests can replace. */
export type CheckInputs = {
	content: ContentFacts
	/**
	 * Resolves TXT records like node:dns.
	 * @throws Error with the code ENOTFOUND or ENODATA if there are none
	 */
	resolveTxt: (name: string) => Promise<string[][]>
	fetch: typeof fetch
	/** Returns the expiry date of a server's TLS certificate. */
	readTlsEnd: (host: string, port: number) => Promise<Date>
	readDisk: () => Promise<DiskSpace>
	nodeVersion: string
	programVersion: string
	limitMs: number
}

/** Checks that share a data source. `run` returns verdicts by check ID. */
export type CheckFamily = {
	name: string
	checks: readonly CheckTexts[]
	run: (ctx: ServiceContext, around: CheckInputs) => Promise<Readonly<Record<string, CheckVerdict>>>
}

export const okVerdict = (found: string): CheckVerdict => ({ state: 'ok', found, howToFix: '' })
export const offVerdict = (found: string): CheckVerdict => ({ state: 'off', found, howToFix: '' })
export const warnVerdict = (found: string, howToFix: string): CheckVerdict => ({ state: 'warn', found, howToFix })
export const fixVerdict = (found: string, how: string): CheckVerdict => ({ state: 'fix', found, howToFix: how })
