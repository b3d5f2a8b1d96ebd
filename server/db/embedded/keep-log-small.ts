import fs from 'node:fs'

import { giveTo } from './account.ts'
import type { Installation } from './installation.ts'

const MAX_LOG_BYTES = 20_000_000
const LOOK_INTERVAL_MS = 60_000

/** The server appends whatever stands there, so the file may be emptied under its hands: it knows no other name to go on with. */
export function rotateLog({ logFile, account }: Pick<Installation, 'logFile' | 'account'>, mostBytes = MAX_LOG_BYTES): void {
	if (!fs.existsSync(logFile) || fs.statSync(logFile).size <= mostBytes) return
	const earlier = `${logFile}.1`
	fs.copyFileSync(logFile, earlier)
	fs.chmodSync(earlier, 0o600)
	giveTo(account, earlier)
	fs.truncateSync(logFile, 0)
}

/** Looks at the log each minute: it and the one before it take 40 MB at most, and what a minute adds. @returns how to stop */
export function keepLogSmall(install: Installation, log: (line: string) => void = () => {}): () => void {
	const timer = setInterval(() => {
		try {
			rotateLog(install)
		} catch (error) {
			log(`the log of PostgreSQL could not be rotated: ${String(error)}`)
		}
	}, LOOK_INTERVAL_MS).unref()
	return () => clearInterval(timer)
}
