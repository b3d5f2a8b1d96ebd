import { randomBytes, timingSafeEqual } from 'node:crypto'

import { findMultilineObjects } from '#content/find-open.ts'
import { ContentProblem } from '#content/parsed-files.ts'
import { printJson } from '#content/print-json.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { requireFile } from '#server/console/content/files.ts'
import { addVersions, planDrafts } from '#server/console/content/plan-release.ts'
import { serveNewestRelease } from '#server/console/content/publish.ts'
import { faultsOf } from '#server/console/content/read-editor.ts'
import { readNewestAndLive, versionText } from '#server/console/content/versions.ts'
import { recordAction } from '#server/console/shell/console-request.ts'
import { explainPassword } from '#server/console/shell/explain-password.ts'
import { grantConsoleRole, hasOperator } from '#server/console/shell/session.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { changeAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'

const TOKEN_BYTES = 32
const HOUR_MS = 3_600_000
export const SETUP_HOURS = 24
/** Note of the release that the setup publishes by itself. */
export const SETUP_NOTE = 'Set up'

/** True if the academy must be set up in the browser: there is no operator, and the environment names none. */
export const awaitsSetup = async (ctx: ServiceContext): Promise<boolean> => ctx.config.operatorEmail === null && !(await hasOperator(ctx))

/**
 * Issues a setup link for the first operator; earlier links become invalid.
 * @returns null if there is an operator, or the environment names one
 */
export async function issueSetupLink(ctx: ServiceContext): Promise<string | null> {
	if (!(await awaitsSetup(ctx))) return null
	const token = randomBytes(TOKEN_BYTES).toString('base64url')
	const link = { token_hash: sha256(token), expires_at: new Date(ctx.now().getTime() + SETUP_HOURS * HOUR_MS) }
	await ctx.db
		.insertInto('auth.console_setup')
		.values(link)
		.onConflict((conflict) => conflict.column('id').doUpdateSet(link))
		.execute()
	return `${ctx.config.siteUrl}${consolePaths.setup}?token=${token}`
}

const readLink = (db: Db | Tx) => db.selectFrom('auth.console_setup').select(['token_hash', 'expires_at'])

const isOpen = (ctx: ServiceContext, token: string, link: { token_hash: Buffer | null; expires_at: Date | null } | undefined): boolean =>
	link?.token_hash != null && link.expires_at !== null && link.expires_at > ctx.now() && timingSafeEqual(link.token_hash, sha256(token))

/** True if the token is from the latest link, which is neither used nor expired. */
export const isSetupToken = async (ctx: ServiceContext, token: string): Promise<boolean> =>
	token !== '' && isOpen(ctx, token, await readLink(ctx.db).executeTakeFirst())

/**
 * Uses up the link in the setup's transaction. If two people submit at the same time, the second waits and is refused.
 * @throws ServiceError setup_link_expired (403)
 */
export async function spendSetupLink(ctx: ServiceContext, tx: Tx, token: string): Promise<void> {
	const link = await readLink(tx).forUpdate().executeTakeFirst()
	if (!isOpen(ctx, token, link) || !(await awaitsSetup({ ...ctx, db: tx })))
		throw new ServiceError('forbidden', 'setup_link_expired', 'This link has expired or was already used.')
	await tx.updateTable('auth.console_setup').set({ token_hash: null, expires_at: null }).execute()
}

export type SetupForm = { token: string; email: string; password: string; name: string; timeZone: string }

const NO_NAME = 'Enter the name of your academy.'
const SITE_FILE = 'site.json'
const SELLER_FILE = 'company/seller.json'

type Faults = Partial<Record<keyof SetupForm, string>>

const refuse = (fields: Faults) => new ServiceError('unprocessable', 'setup_invalid', Object.values(fields).join(' '), { fields })

/** Validates all fields, so that one response lists every error. */
function requireFields(ctx: ServiceContext, { email, password, name }: SetupForm): void {
	const ofPassword = explainPassword(ctx, password)
	const faults: Faults = {
		...(parseEmailAddress(email) === null && { email: 'Enter your email address.' }),
		...(ofPassword !== null && { password: ofPassword }),
		...(name.trim() === '' && { name: NO_NAME }),
	}
	if (Object.keys(faults).length > 0) throw refuse(faults)
}

/** @throws ServiceError setup_invalid (422) for an invalid field */
async function writeSite(ctx: ServiceContext, { name, timeZone }: SetupForm): Promise<string> {
	const file = requireFile(SITE_FILE)
	const { newest } = await readNewestAndLive(ctx.db, SITE_FILE)
	const before = JSON.parse(versionText(newest, file)) as { name: string; description: string }
	const description = before.description.replaceAll(before.name, () => name.trim())
	const site = { ...before, name: name.trim(), description, timeZone }
	if (faultsOf(SITE_FILE, site).has('/name')) throw refuse({ name: NO_NAME })
	const open = findMultilineObjects(file.origin)
	return printJson(site, (place) => open.has(place))
}

/** Returns the seller's file with this time zone, which decides the date of an invoice; empty if it is unchanged. */
async function writeSeller(ctx: ServiceContext, timeZone: string): Promise<Record<string, string>> {
	const { origin } = requireFile(SELLER_FILE)
	const { live } = await planDrafts(ctx)
	const before = JSON.parse(live[SELLER_FILE] ?? origin) as { timeZone?: unknown }
	if (before.timeZone === timeZone) return {}
	const open = findMultilineObjects(origin)
	return { [SELLER_FILE]: printJson({ ...before, timeZone }, (place) => open.has(place)) }
}

/**
 * Publishes the texts of the setup right away, without waiting for other drafts.
 * @throws ServiceError setup_invalid (422) if a page can't be rendered with the name
 */
async function publishSite(ctx: ServiceContext, texts: Readonly<Record<string, string>>, authorId: string): Promise<void> {
	const plan = await planDrafts(ctx)
	const release = { ...plan, edits: { ...plan.live, ...texts }, files: Object.keys(texts), note: SETUP_NOTE }
	await ctx.published.requireValid(release.edits).catch((error: unknown) => {
		throw error instanceof ContentProblem ? refuse({ name: 'A page of the site can’t show this name. Choose another one.' }) : error
	})
	const versions = await addVersions(ctx.db, { ...release, drafts: null }, { authorId, at: ctx.now() })
	await publishRelease(ctx, { ...release, versions, authorId })
}

/**
 * Creates the first operator and names the academy. An existing account gets the typed password, and its sessions end.
 * @throws ServiceError setup_link_expired (403), setup_invalid (422) for an invalid field
 */
export async function completeSetup(ctx: ServiceContext, form: SetupForm): Promise<IssuedSession> {
	requireFields(ctx, form)
	const session = await inTransaction(ctx.db, async (tx) => {
		const inside = { ...ctx, db: tx }
		await spendSetupLink(ctx, tx, form.token)
		const texts = { [SITE_FILE]: await writeSite(inside, form), ...(await writeSeller(inside, form.timeZone)) }
		const { userId } = await grantConsoleRole(inside, { email: form.email, role: 'operator' })
		await changeAccount(inside, userId, { password: form.password })
		await publishSite(inside, texts, userId)
		await recordAction({ ctx, by: { userId, role: 'operator' } }, tx, {
			action: 'academy_set_up',
			object: { kind: 'setup', id: 'academy' },
			after: { name: form.name.trim(), timeZone: form.timeZone },
		})
		return issueSession(ctx, tx, { userId, method: 'password' })
	})
	await serveNewestRelease(ctx)
	return session
}
