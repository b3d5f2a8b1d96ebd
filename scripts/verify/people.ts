import { sql } from 'kysely'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'

import { grantConsoleRole } from '#server/console/shell/session.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import { allowAddress, suppressAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'
import { createAccount, deleteAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { deleteOrders } from '#server/services/people/privacy/apply-retention.ts'

import type { VerifyClient, TestPerson } from './verify-client.ts'

/** Domain of all temporary addresses. Names below `.invalid` never resolve (RFC 2606). */
export const TEMPORARY_DOMAIN = 'verify-launchway.invalid'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** Returns the current code of an authenticator app (RFC 6238) with this Base32 secret. */
function appCode(secret: string, now: Date): string {
	const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
	const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
	const counter = Buffer.alloc(8)
	counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / STEP_MS)))
	const mac = createHmac('sha1', key).update(counter).digest()
	const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0x0f) & 0x7fffffff
	return String(number % 1_000_000).padStart(6, '0')
}

export const TEST_VISITOR: TestPerson = {
	role: 'visitor',
	userId: '',
	email: '',
	bearer: null,
	cookies: new Map(),
	formToken: '',
	address: '192.0.2.10',
}

let made = 0
/** Returns another address from 192.0.2.0/24, a documentation range that no one uses (RFC 5737). */
const nextAddress = () => `192.0.2.${20 + (made++ % 200)}`

export const newVisitor = (): TestPerson => ({ ...TEST_VISITOR, cookies: new Map(), address: nextAddress() })

export const suppressMail = (ctx: ServiceContext, address: string): Promise<void> =>
	inTransaction(ctx.db, (tx) => suppressAddress(ctx, tx, { address, reason: 'hard-bounce', messageId: randomUUID() }))

export type VerifyAccount = TestPerson & { password: string }

/** Creates a confirmed account without sending a message. */
export async function makeAccount(ctx: ServiceContext, role: TestPerson['role'], mark: string): Promise<VerifyAccount> {
	const email = `${role.replaceAll(' ', '-')}-${mark}@${TEMPORARY_DOMAIN}`
	const password = randomBytes(24).toString('base64url')
	await suppressMail(ctx, email)
	const { id } = await createAccount(ctx, { email, password, email_confirm: true })
	return { ...newVisitor(), role, userId: id, email, password }
}

export async function signIn(ctx: ServiceContext, account: VerifyAccount): Promise<VerifyAccount> {
	const grant = await issueSession(ctx, ctx.db, { userId: account.userId, method: 'password' })
	return { ...account, bearer: grant.accessToken }
}

const textOf = (html: string) => html.replaceAll('<!-- -->', '')
const findToken = (html: string) => /name="form_token" value="([^"]+)"/.exec(textOf(html))?.[1] ?? ''

/** Signs in to the console with only the password. @throws Error if the console refuses it */
export async function signInWithPasswordOnly(client: VerifyClient, account: VerifyAccount): Promise<VerifyAccount> {
	const half = { ...account, cookies: new Map<string, string>() }
	const form = new URLSearchParams({ email: account.email, password: account.password })
	const answer = await client.send(half, { method: 'POST', path: '/admin/sign-in', body: form })
	if (answer.status !== 303) throw new Error(`the console refused a temporary account: ${answer.status} ${answer.text.slice(0, 200)}`)
	const page = await client.send(half, { path: '/admin/second-factor' })
	return { ...half, formToken: findToken(page.text) }
}

/** Gives an account its role and signs in to the console with password and second factor. */
export async function signInToConsole(ctx: ServiceContext, client: VerifyClient, account: VerifyAccount): Promise<VerifyAccount> {
	await grantConsoleRole(ctx, { email: account.email, role: account.role === 'support' ? 'support' : 'operator' })
	const person = await signInWithPasswordOnly(client, account)
	const page = textOf((await client.send(person, { path: '/admin/second-factor' })).text)
	const [, secret = ''] = /<code>([A-Z2-7]{32})<\/code>/.exec(page) ?? []
	const code = appCode(secret, new Date())
	const form = new URLSearchParams({ form_token: findToken(page), code })
	const entered = await client.send(person, { method: 'POST', path: '/admin/second-factor', body: form })
	if (entered.status >= 400) throw new Error(`the console refused a temporary code: ${entered.status} ${entered.text.slice(0, 200)}`)
	const today = await client.send(person, { path: '/admin/today' })
	return { ...person, formToken: findToken(today.text) }
}

/** Makes the operator's step-up too old to count. */
export const forgetStepUp = ({ db }: ServiceContext, { userId }: TestPerson) =>
	sql`update auth.console_sessions set proven_at = null where session_id in (select id from auth.sessions where user_id = ${userId})`.execute(
		db,
	)

const OURS = `%@${TEMPORARY_DOMAIN}`

/** Deletes orders of temporary accounts that cost nothing or were paid in the sandbox. Keeps real payments of other people. */
async function deleteTemporaryOrders(ctx: ServiceContext, tx: Tx): Promise<void> {
	const { rows } = await sql<{ id: string }>`
		select id from orders where (lower(email) like ${OURS} or user_id in (select id from auth.users where lower(email) like ${OURS}))
			and (not livemode or total_cents = 0)
		order by id for update`.execute(tx)
	const ids = rows.map(({ id }) => id)
	await sql`delete from operator_alerts where facts ->> 'order' = any(${ids})`.execute(tx)
	await deleteOrders(ctx, tx, ids)
	for (const [table, column] of [
		['objects', 'body'],
		['events', 'body'],
		['idempotency_keys', 'response'],
	] as const)
		await sql`delete from ${sql.table(`sandbox_stripe.${table}`)} where ${sql.ref(column)}::text like ${`%@${TEMPORARY_DOMAIN}%`}
			or exists (select from unnest(${ids}::text[]) as known (id) where ${sql.ref(column)}::text like '%' || known.id || '%')`.execute(tx)
}

/**
 * Removes every temporary account and its data, including those left by a killed run.
 * @returns the number of accounts
 */
export async function removeTestPeople(ctx: ServiceContext): Promise<number> {
	await inTransaction(ctx.db, (tx) => deleteTemporaryOrders(ctx, tx))
	const accounts = await sql<{ id: string; email: string }>`select id, email from auth.users where lower(email) like ${OURS}`.execute(
		ctx.db,
	)
	for (const { id } of accounts.rows) await deleteAccount(ctx, id, false)
	const mails = await sql<{ email: string }>`
		delete from outbox_messages where lower(to_address) like ${OURS} returning to_address as email`.execute(ctx.db)
	for (const address of new Set([...accounts.rows, ...mails.rows].map(({ email }) => email))) await allowAddress(ctx, address)
	return accounts.rows.length
}
