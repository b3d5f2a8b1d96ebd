import { sql } from 'kysely'
import { closeSync, openSync, readSync, statSync } from 'node:fs'

import type { Db } from '#server/db/database.ts'

export type Statement = { ms: number; text: string }
export type StatementReader = () => Statement[]

export const logStatements = (db: Db) => sql`alter database postgres set log_min_duration_statement = 0`.execute(db)

const LINE = /duration: ([\d.]+) ms {2}(?:parse|bind|execute|statement)[^:]*: ((?:(?!\n\d{4}-)[^])*)/g

/** Reads the statements logged since the last call. When the log is rotated, its file becomes smaller. */
export function openStatements(logFile: string): StatementReader {
	let read = statSync(logFile).size
	return () => {
		const { size } = statSync(logFile)
		if (size < read) read = 0
		const lines = Buffer.alloc(size - read)
		const file = openSync(logFile, 'r')
		readSync(file, lines, 0, lines.length, read)
		closeSync(file)
		read = size
		return [...lines.toString().matchAll(LINE)].map(([, ms, text = '']) => ({ ms: Number(ms), text: text.replaceAll(/\s+/g, ' ') }))
	}
}
