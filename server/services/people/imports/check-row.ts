import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'
import { MARKETING_DAYS } from '#domain/privacy/periods.ts'
import { parseTags } from '#domain/tags/parse-tag.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { ownsAddress } from '#server/services/identity/accounts/user-record.ts'
import { listSuppressed } from '#server/services/messaging/outbox/mail-suppressions.ts'

import { type ColumnKind, type DateOrder, normalizeEmailCell, normalizeTextCell, type FileLayout, parseDate } from './read-columns.ts'

export const IMPORT_VERDICTS = ['proof', 'invite', 'new', 'no_address', 'twice', 'known', 'ended', 'suppressed'] as const
export type RowVerdict = (typeof IMPORT_VERDICTS)[number]

export type CheckedRow = {
	line: number
	typed: string
	email: string | null
	first_name: string | null
	asked_at: Date | null
	consent_source: string | null
	consent_text: string | null
	verdict: RowVerdict
	note: string | null
	/** Only in files of learners. */
	tags?: readonly string[]
}

const DAY_MS = 86_400_000
export const TYPED_LENGTH = 300
/** Removes line breaks and characters that PostgreSQL can't store (NUL, lone surrogates). */
export const cleanImportedText = (text: string | undefined, length: number) => {
	const plain = (text ?? '')
		.toWellFormed()
		.replaceAll(/\p{Cc}+/gu, ' ')
		.trim()
	// Truncating may leave half of a surrogate pair.
	return plain === '' ? null : plain.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/** Example date for the import instructions and error messages: recent enough to be accepted, in ISO format. */
export const exampleDay = (now: Date): string => new Date(now.getTime() - 28 * DAY_MS).toISOString().slice(0, 10)

/** Returns an example in the file's date format, for the message about an invalid date. */
function exampleOf(order: DateOrder, now: Date): string {
	const [year, month, day] = exampleDay(now).split('-')
	if (order === 'year-first') return exampleDay(now)
	return order === 'day-first' ? `${day}.${month}.${year}` : `${month}/${day}/${year}`
}

type Consent = { askedAt: string; place: string | null; words: string | null; dates: DateOrder }

/** Returns what is wrong with a row's proof of consent: null if nothing is, empty if the row claims no consent. */
export function findConsentFault({ askedAt, place, words, dates }: Consent, now: Date): string | null {
	if (askedAt === '' && place === null && words === null) return ''
	if (askedAt === '') return 'it has no date'
	const time = parseDate(askedAt, dates)
	if (time === null) return `its date isn’t like ${exampleOf(dates, now)}`
	if (time > now) return 'its date is in the future'
	if (time.getTime() < now.getTime() - MARKETING_DAYS * DAY_MS) return 'its consent is older than two years'
	return place === null || words === null ? 'the place or the text of the consent is missing' : null
}

/** Validates a row without comparing it with known addresses. */
export function checkRow(
	{ line, cells }: { line: number; cells: readonly string[] },
	{ columns, dates }: FileLayout,
	now: Date,
): CheckedRow {
	const cell = (kind: ColumnKind) => cells[columns[kind]]
	const typed = cleanImportedText(cell('email'), TYPED_LENGTH) ?? ''
	const first_name = cleanImportedText(cell('firstName'), 100)
	const none = { asked_at: null, consent_source: null, consent_text: null }
	const email = normalizeEmailCell(typed)
	if (!isEmailAddress(email)) return { line, typed, email: null, first_name, ...none, verdict: 'no_address', note: null }
	const [askedAt, place, words] = [
		(cell('askedAt') ?? '').trim(),
		cleanImportedText(cell('place'), 300),
		cleanImportedText(cell('words'), 2000),
	]
	const fault = findConsentFault({ askedAt, place, words, dates }, now)
	if (fault !== null)
		return { line, typed, email, first_name, ...none, verdict: 'invite', note: fault === '' ? null : `no proof: ${fault}` }
	return {
		line,
		typed,
		email,
		first_name,
		asked_at: parseDate(askedAt, dates),
		consent_source: place,
		consent_text: words,
		verdict: 'proof',
		note: null,
	}
}

const NO_CONSENT = { asked_at: null, consent_source: null, consent_text: null }

/** Validates a row without comparing it with accounts. */
export function checkLearnerRow({ line, cells }: { line: number; cells: readonly string[] }, { columns }: FileLayout): CheckedRow {
	const cell = (kind: ColumnKind) => cells[columns[kind]] ?? ''
	const typed = cleanImportedText(cell('email'), TYPED_LENGTH) ?? ''
	const email = parseEmailAddress(normalizeEmailCell(typed))
	const first_name = cleanImportedText(`${cell('firstName')} ${cell('lastName')}`, 100)
	const { names: tags, fault } = parseTags(normalizeTextCell(cell('tags')))
	const note = fault === null ? null : `not every tag: ${fault}`
	return { line, typed, email, first_name, ...NO_CONSENT, tags, note, verdict: email === null ? 'no_address' : 'new' }
}

/** Updates the verdict for rows whose address has an account, or can't be invited. */
export async function compareWithAccounts(ctx: ServiceContext, tx: Tx, rows: readonly CheckedRow[]): Promise<CheckedRow[]> {
	const addresses = rows.flatMap(({ email, verdict }) => (email !== null && verdict === 'new' ? [email] : []))
	if (addresses.length === 0) return [...rows]
	const accounts = await tx
		.selectFrom('auth.users')
		.select('email')
		.where('email', 'in', addresses)
		.where(ownsAddress)
		.where('deleted_at', 'is', null)
		.execute()
	const known = new Set(accounts.map(({ email }) => email))
	const suppressed = new Set(await listSuppressed(ctx, tx, addresses))
	return rows.map((row) => {
		if (row.verdict !== 'new' || row.email === null) return row
		if (known.has(row.email)) return { ...row, verdict: 'known' }
		return suppressed.has(row.email) ? { ...row, verdict: 'suppressed' } : row
	})
}

export type FileKind = 'subscribers' | 'learners'

/** Maximum rows of a file. Learners are added one by one, each with an email, so their files are shorter. */
export const MAX_IMPORT_ROWS: Readonly<Record<FileKind, number>> = { subscribers: 100_000, learners: 10_000 }

export const COLUMNS_OF: Readonly<Record<FileKind, readonly ColumnKind[]>> = {
	subscribers: ['email', 'firstName', 'askedAt', 'place', 'words'],
	learners: ['email', 'firstName', 'lastName', 'tags'],
}

export const IMPORTED_VERDICTS: Readonly<Record<FileKind, readonly RowVerdict[]>> = {
	subscribers: ['proof', 'invite'],
	learners: ['new', 'known'],
}
