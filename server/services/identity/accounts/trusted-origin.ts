import { sql } from 'kysely'
import { randomBytes, timingSafeEqual } from 'node:crypto'

import { parseEmailAddress } from '#domain/auth/email-address.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'
import { toNetwork } from '#server/services/platform/network/to-network.ts'

import type { AccountAddress } from './check-input.ts'
import { ownsAddress } from './user-record.ts'

/** Cookie with a random ID and, for each account that signed in here, a signature by this server. */
export const BROWSER_COOKIE = 'launchway_browser'
const COOKIE = /^[\w-]{22}(?:\.[\w-]{22}){1,4}$/
const MAX_ACCOUNTS = 4

const parse = (cookie: string | null): { id: string; marks: string[] } | null => {
	if (cookie === null || !COOKIE.test(cookie)) return null
	const [id = '', ...marks] = cookie.split('.')
	return { id, marks }
}

async function signAddress(ctx: ServiceContext, id: string, address: string): Promise<string> {
	return (await keyedHash(ctx, 'addresses', ['browser', id, address])).subarray(0, 16).toString('base64url')
}

/** Returns the browser's ID; null if the account with this address hasn't signed in with this browser. */
export async function findKnownBrowser(ctx: ServiceContext, address: string): Promise<string | null> {
	const known = parse(ctx.browserCookie)
	if (known === null) return null
	const mark = Buffer.from(await signAddress(ctx, known.id, address))
	return known.marks.some((known) => timingSafeEqual(Buffer.from(known), mark)) ? known.id : null
}

/** Returns the cookie with this account added. It contains the four most recent accounts. */
export async function rememberBrowser(ctx: ServiceContext, address: string): Promise<string> {
	const known = parse(ctx.browserCookie)
	const id = known?.id ?? randomBytes(16).toString('base64url')
	const mark = await signAddress(ctx, id, address)
	const marks = [mark, ...(known?.marks ?? []).filter((other) => other !== mark)]
	return [id, ...marks.slice(0, MAX_ACCOUNTS)].join('.')
}

export type Origin = {
	/** Rate limit key of the browser or network. */
	key: string
	/** True if the account has signed in with this browser or is signed in from this network. */
	isTrusted: boolean
	/** True if the address has a confirmed account or a paid order. */
	isKnown: boolean
}

/** SQL condition for the owner of an address. Must match `findUserByAddress`. */
export const ownerCondition = ({ kind, value }: AccountAddress) =>
	kind === 'email' ? sql`u.email = ${value} and ${ownsAddress}` : sql`u.phone = ${value}`

const isProven = ({ kind }: AccountAddress) =>
	kind === 'email' ? sql`u.email_confirmed_at is not null` : sql`u.phone_confirmed_at is not null`

const hasBought = ({ kind, value }: AccountAddress) =>
	kind === 'email' ? sql`exists (select from orders as o where o.email = ${value} and o.paid_at is not null)` : sql`false`

/** Determines whether an address is known and this origin trusted. Runs one query, even if the address has no account. */
export async function classifyOrigin(ctx: ServiceContext, address: AccountAddress): Promise<Origin> {
	const browser = await findKnownBrowser(ctx, address.value)
	const { rows } = await sql<{ is_known: boolean; places: string[] }>`
		select coalesce(bool_or(${isProven(address)}), false) or ${hasBought(address)} as is_known,
			coalesce(array_agg(distinct s.ip) filter (where s.ip is not null and ${isProven(address)}), '{}') as places
		from (values (1)) as asked
		left join auth.users as u on ${ownerCondition(address)} and u.deleted_at is null
		left join auth.sessions as s on s.user_id = u.id`.execute(ctx.db)
	const network = toNetwork(ctx.clientAddress)
	const isSignedInNetwork = rows[0]?.places.some((ip) => toNetwork(ip) === network) ?? false
	return {
		key: browser === null ? `network ${network}` : `browser ${browser}`,
		isTrusted: browser !== null || isSignedInNetwork,
		isKnown: rows[0]?.is_known ?? false,
	}
}

/** True if this browser or network is trusted for the address. False for an invalid address. */
export async function isTrustedOrigin(
	ctx: ServiceContext,
	{ email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
) {
	const value = email ? parseEmailAddress(email) : (phone ?? '').replace(/[+ ]/g, '')
	return value ? (await classifyOrigin(ctx, { kind: email ? 'email' : 'phone', value })).isTrusted : false
}
