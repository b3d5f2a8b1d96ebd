import { parseEmailAddress } from '#domain/auth/email-address.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { ownsAddress } from '#server/services/identity/accounts/account-kind.ts'
import { listSuppressed } from '#server/services/messaging/outbox/mail-suppressions.ts'

import { type CheckedRow, tidy, TYPED_LENGTH } from './check-row.ts'
import { type ColumnKind, normalizeEmailCell, type Reading } from './read-columns.ts'

const NO_CONSENT = { asked_at: null, consent_source: null, consent_text: null, note: null }

/** Validates a row without comparing it with accounts. */
export function checkLearnerRow({ line, cells }: { line: number; cells: readonly string[] }, { columns }: Reading): CheckedRow {
	const cell = (kind: ColumnKind) => cells[columns[kind]] ?? ''
	const typed = tidy(cell('email'), TYPED_LENGTH) ?? ''
	const email = parseEmailAddress(normalizeEmailCell(typed))
	const first_name = tidy(`${cell('firstName')} ${cell('lastName')}`, 100)
	return { line, typed, email, first_name, ...NO_CONSENT, verdict: email === null ? 'no_address' : 'new' }
}

/** Updates the verdict of rows whose address has an account, or can't get the invitation. */
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
