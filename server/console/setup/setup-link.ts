import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import { consolePaths } from '#contracts/console-paths.ts'
import { hasOperator } from '#server/console/shell/role.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

const TOKEN_BYTES = 32
const HOUR_MS = 3_600_000
export const SETUP_HOURS = 24

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** True if the academy must be set up in the browser: there is no operator, and the environment names none. */
export const awaitsSetup = async (ctx: ServiceContext): Promise<boolean> => ctx.config.operatorEmail === null && !(await hasOperator(ctx))

/**
 * Issues a setup link for the first operator; earlier links become invalid.
 * @returns null if there is an operator, or the environment names one
 */
export async function issueSetupLink(ctx: ServiceContext): Promise<string | null> {
	if (!(await awaitsSetup(ctx))) return null
	const token = randomBytes(TOKEN_BYTES).toString('base64url')
	const link = { token_hash: hashToken(token), expires_at: new Date(ctx.now().getTime() + SETUP_HOURS * HOUR_MS) }
	await ctx.db
		.insertInto('auth.console_setup')
		.values(link)
		.onConflict((conflict) => conflict.column('id').doUpdateSet(link))
		.execute()
	return `${ctx.config.siteUrl}${consolePaths.setup}?token=${token}`
}

const readLink = (db: Db | Tx) => db.selectFrom('auth.console_setup').select(['token_hash', 'expires_at'])

const isOpen = (ctx: ServiceContext, token: string, link: { token_hash: Buffer | null; expires_at: Date | null } | undefined): boolean =>
	link?.token_hash != null && link.expires_at !== null && link.expires_at > ctx.now() && timingSafeEqual(link.token_hash, hashToken(token))

/** True if the token is from the latest link, which is neither used nor expired. */
export const isSetupToken = async (ctx: ServiceContext, token: string): Promise<boolean> =>
	token !== '' && isOpen(ctx, token, await readLink(ctx.db).executeTakeFirst())

/**
 * Uses the link up in the transaction of the setup. If two people submit at the same time, the second waits and is refused.
 * @throws ServiceError setup_link_expired (403)
 */
export async function spendSetupLink(ctx: ServiceContext, tx: Tx, token: string): Promise<void> {
	const link = await readLink(tx).forUpdate().executeTakeFirst()
	if (!isOpen(ctx, token, link) || !(await awaitsSetup({ ...ctx, db: tx })))
		throw new ServiceError('forbidden', 'setup_link_expired', 'This link has expired or was already used.')
	await tx.updateTable('auth.console_setup').set({ token_hash: null, expires_at: null }).execute()
}
