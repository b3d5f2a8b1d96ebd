import { inTransaction, type Tx } from '#server/db/database.ts'

import { addSigningKey, forgetSigningKeys, type KeyContext } from './signing-keys.ts'

const DAY_MS = 86_400_000
export const SIGNING_MS = 90 * DAY_MS
/**
 * Time a standby key is published before it signs. Clients cache the list for ten minutes, and clocks are assumed to be off by
 * less than a day.
 */
export const STANDBY_MS = DAY_MS
/**
 * Additional time before an old key is removed: clients may still have the list cached, and other processes may still sign with the old
 * key.
 */
const MARGIN_MS = 3_600_000

export type RotationResult = { published: number; promoted: number; removed: number }

/** Locks all keys, so that rotations of several processes run one at a time. */
const lockKeys = (tx: Tx) => tx.selectFrom('auth.signing_keys').selectAll().orderBy('created_at').forUpdate().execute()

const setStatus = (ctx: KeyContext, tx: Tx, { kids, status }: { kids: string[]; status: 'previous' | 'current' | 'revoked' }) =>
	tx.updateTable('auth.signing_keys').set({ status, status_since: ctx.now() }).where('kid', 'in', kids).execute()

const kidsOf = (rows: readonly { kid: string }[]) => rows.map(({ kid }) => kid)

async function promote(ctx: KeyContext, tx: Tx, change: { from: string[]; to: string; leaves: 'previous' | 'revoked' }): Promise<void> {
	if (change.from.length > 0) await setStatus(ctx, tx, { kids: change.from, status: change.leaves })
	await setStatus(ctx, tx, { kids: [change.to], status: 'current' })
}

async function rotateOwnKeys(
	ctx: KeyContext,
	tx: Tx,
	rows: Awaited<ReturnType<typeof lockKeys>>,
): Promise<Omit<RotationResult, 'removed'>> {
	const age = (since: Date) => ctx.now().getTime() - since.getTime()
	const current = rows.find(({ status }) => status === 'current')
	const standby = rows.find(({ status }) => status === 'standby')
	const isDue = current !== undefined && age(current.status_since) >= SIGNING_MS
	const isReady = standby !== undefined && age(standby.status_since) >= STANDBY_MS
	const isNearlyDue = current !== undefined && age(current.status_since) >= SIGNING_MS - STANDBY_MS
	if (isNearlyDue && !standby) await addSigningKey(tx, 'standby', ctx.now())
	if (isDue && isReady) await promote(ctx, tx, { from: [current.kid], to: standby.kid, leaves: 'previous' })
	return { published: isNearlyDue && !standby ? 1 : 0, promoted: isDue && isReady ? 1 : 0 }
}

/** Retires the server's own keys once the operator's key signs: they only verify, and are deleted later. */
async function retireOwnKeys(
	ctx: KeyContext,
	tx: Tx,
	rows: Awaited<ReturnType<typeof lockKeys>>,
): Promise<Omit<RotationResult, 'removed'>> {
	const retiring = rows.filter(({ status }) => status === 'current' || status === 'standby')
	if (retiring.length > 0) await setStatus(ctx, tx, { kids: kidsOf(retiring), status: 'previous' })
	return { published: 0, promoted: 0 }
}

/**
 * Rotates the signing keys; runs daily. A standby key is published a day before it becomes current, signs for ninety days, and is
 * removed when no token it signed can still be valid.
 */
export async function rotateSigningKeys(ctx: KeyContext): Promise<RotationResult> {
	const rotation = await inTransaction(ctx.db, async (tx) => {
		const rows = await lockKeys(tx)
		const turn = await (ctx.config.auth.jwt.signer ? retireOwnKeys : rotateOwnKeys)(ctx, tx, rows)
		const liveMs = ctx.config.auth.accessTokenSeconds * 1000 + MARGIN_MS
		const removed = await tx
			.deleteFrom('auth.signing_keys')
			.where('status', 'in', ['previous', 'revoked'])
			.where('status_since', '<', new Date(ctx.now().getTime() - liveMs))
			.returning('kid')
			.execute()
		return { ...turn, removed: removed.length }
	})
	forgetSigningKeys(ctx)
	return rotation
}

/**
 * Creates a new current key immediately. Running servers notice within a second.
 * @param isLeaked true to reject the old keys from now on: browsers have to refresh their tokens, but no one has to sign in again
 * @returns ID of the new key
 */
export async function replaceSigningKeys(ctx: KeyContext, { isLeaked }: { isLeaked: boolean }): Promise<string> {
	const kid = await inTransaction(ctx.db, async (tx) => {
		const rows = await lockKeys(tx)
		const replaced = rows.filter(({ status }) => status === 'current' || (isLeaked && status !== 'revoked'))
		if (replaced.length > 0) await setStatus(ctx, tx, { kids: kidsOf(replaced), status: isLeaked ? 'revoked' : 'previous' })
		await addSigningKey(tx, 'current', ctx.now())
		const row = await tx.selectFrom('auth.signing_keys').select('kid').where('status', '=', 'current').executeTakeFirstOrThrow()
		return row.kid
	})
	forgetSigningKeys(ctx)
	return kid
}
