import fs from 'node:fs'

import { changeFileOwner } from './account.ts'
import type { Installation } from './installation.ts'

const MAX_LOG_BYTES = 20_000_000
const LOOK_INTERVAL_MS = 60_000

/**
 * Copies the log to a second file once it is too large, and truncates it. The server always appends to the file, so this works while it is
 * writing.
 */
export function rotateLog({ logFile, account }: Pick<Installation, 'logFile' | 'account'>, mostBytes = MAX_LOG_BYTES): void {
	if (!fs.existsSync(logFile) || fs.statSync(logFile).size <= mostBytes) return
	const earlier = `${logFile}.1`
	fs.copyFileSync(logFile, earlier)
	fs.chmodSync(earlier, 0o600)
	changeFileOwner(account, earlier)
	fs.truncateSync(logFile, 0)
}

/**
 * Checks the size of the log every minute. The current and the previous file together take at most 40 MB, plus what is written
 * within a minute.
 * @returns a function that stops the checks
 */
export function startLogRotation(install: Installation, log: (line: string) => void = () => {}): () => void {
	const timer = setInterval(() => {
		try {
			rotateLog(install)
		} catch (error) {
			log(`the log of PostgreSQL could not be rotated: ${String(error)}`)
		}
	}, LOOK_INTERVAL_MS).unref()
	return () => clearInterval(timer)
}
