import type { Verdict } from './check-row.ts'
import type { ColumnKind } from './read-columns.ts'

export type FileKind = 'subscribers' | 'learners'

/** Maximum rows of a file. Learners are added one by one, each with an email, so their files are shorter. */
export const MAX_ROWS: Readonly<Record<FileKind, number>> = { subscribers: 100_000, learners: 10_000 }

export const COLUMNS_OF: Readonly<Record<FileKind, readonly ColumnKind[]>> = {
	subscribers: ['email', 'firstName', 'askedAt', 'place', 'words'],
	learners: ['email', 'firstName', 'lastName'],
}

export const IMPORTED: Readonly<Record<FileKind, readonly Verdict[]>> = { subscribers: ['proof', 'invite'], learners: ['new', 'known'] }
