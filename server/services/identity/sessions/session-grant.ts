import { type Selectable, sql } from 'kysely'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { latestExpiry, type SessionTimes } from '#domain/auth/check-session.ts'
import { mayRefresh, type SessionRights, sessionRights } from '#domain/auth/session-rights.ts'
import { limitTokenMetadata } from '#domain/auth/user-metadata.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { AuthSessions } from '#server/db/row-types.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { toMetadataObject, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { type AmrEntry, signAccessToken } from '#server/services/platform/keys/access-token.ts'
import { readSigningKeys } from '#server/services/platform/keys/signing-keys.ts'

const VERSION = 1
const ID_BYTES = 16
const SIGNED_BYTES = 1 + ID_BYTES + 4
const MAC_BYTES = 16
const TOTAL_BYTES = SIGNED_BYTES + MAC_BYTES + 4

export type RefreshToken = { sessionId: string; counter: number; mac: Buffer }

const toUuid = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function signedPart(sessionId: string, counter: number): Buffer {
	const part = Buffer.alloc(SIGNED_BYTES)
	part.writeUInt8(VERSION, 0)
	part.write(sessionId.replaceAll('-', ''), 1, 'hex')
	part.writeUInt32BE(counter, 1 + ID_BYTES)
	return part
}

const macOf = (part: Buffer, key: Buffer) => createHmac('sha256', key).update(part).digest().subarray(0, MAC_BYTES)

/** Encodes a refresh token: base64url of version, session ID, counter, 16-byte HMAC with the session's key, 4-byte checksum. */
export function encodeRefreshToken(sessionId: string, counter: number, key: Buffer): string {
	const part = signedPart(sessionId, counter)
	const body = Buffer.concat([part, macOf(part, key)])
	const checksum = Buffer.alloc(4)
	checksum.writeUInt32BE(crc32(body))
	return Buffer.concat([body, checksum]).toString('base64url')
}

/** Decodes a refresh token, or returns null. The checksum rejects damaged tokens without a database query. */
export function decodeRefreshToken(token: string): RefreshToken | null {
	const bytes = Buffer.from(token, 'base64url')
	// The decoder ignores stray characters and unused bits, so compare with the canonical encoding.
	if (bytes.toString('base64url') !== token) return null
	if (bytes.length !== TOTAL_BYTES || bytes[0] !== VERSION) return null
	if (bytes.readUInt32BE(TOTAL_BYTES - 4) !== crc32(bytes.subarray(0, TOTAL_BYTES - 4))) return null
	return {
		sessionId: toUuid(bytes.subarray(1, 1 + ID_BYTES)),
		counter: bytes.readUInt32BE(1 + ID_BYTES),
		mac: bytes.subarray(SIGNED_BYTES, SIGNED_BYTES + MAC_BYTES),
	}
}

/** Verifies the HMAC in constant time. */
export const hasValidMac = ({ sessionId, counter, mac }: RefreshToken, key: Buffer) =>
	timingSafeEqual(mac, macOf(signedPart(sessionId, counter), key))

type Held = Pick<SessionRow, 'oauth_client_id'>

/** Returns the application's client ID; null for the learner's own session. */
export const readClientId = (session: Held): string | null => session.oauth_client_id

export const findSessionRights = (session: Held): SessionRights => sessionRights[readClientId(session) === null ? 'learner' : 'application']

export const mayClientRefresh = (session: Held, clientId: string | null): boolean => mayRefresh(readClientId(session), clientId)

/** SQL condition of sessions that count as a device (`SessionRights.isDevice`). */
export const isDeviceSession = sql<boolean>`oauth_client_id is null`

export const isHeldByClient = (clientId: string) => sql<boolean>`oauth_client_id = ${clientId}`

export type SessionRow = Selectable<AuthSessions>
export type IssuedSession = {
	accessToken: string
	refreshToken: string
	/** Lifetime of the access token, in seconds. */
	expiresIn: number
	/** Unix time in seconds. */
	expiresAt: number
	sessionId: string
	refreshCounter: number
	user: UserRecord
}

export const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** Reads the `amr` entries of sessions, latest first. Sessions without entries are missing from the map. */
export async function readAmrClaims(db: Db | Tx, sessionIds: readonly string[]): Promise<Map<string, AmrEntry[]>> {
	const rows = await db
		.selectFrom('auth.mfa_amr_claims')
		.select(['session_id', 'method', 'provider', 'created_at'])
		.where(sql<boolean>`session_id = any (${sessionIds}::uuid[])`)
		.orderBy('created_at', 'desc')
		.execute()
	const found = new Map<string, AmrEntry[]>()
	for (const { session_id: id, method, provider, created_at: at } of rows) {
		const entries = found.get(id) ?? []
		found.set(id, entries)
		entries.push({ method, timestamp: toSeconds(at), ...(provider !== null && { provider }) })
	}
	return found
}

export const toSessionTimes = (session: SessionRow): SessionTimes => ({
	createdAt: session.created_at,
	refreshedAt: session.refreshed_at,
	notAfter: session.not_after,
	aal: session.aal,
	aalSince: session.aal_since,
})

export type ProvenSession = { session: SessionRow; user: UserRecord }

/** Same as `signSessionTokens`, but reads the `amr` entries of the session first. */
export async function issueTokens(ctx: ServiceContext, db: Db | Tx, proven: ProvenSession): Promise<IssuedSession> {
	const amr = (await readAmrClaims(db, [proven.session.id])).get(proven.session.id) ?? []
	return signSessionTokens(ctx, { ...proven, amr })
}

/** Signs a session's tokens, which expire no later than the session. */
export async function signSessionTokens(
	ctx: ServiceContext,
	{ session, user, amr }: ProvenSession & { amr: readonly AmrEntry[] },
): Promise<IssuedSession> {
	const iat = toSeconds(ctx.now())
	const client = readClientId(session)
	const hasScope = (scope: string) => session.scopes === null || session.scopes.split(' ').includes(scope)
	const latest = Math.floor(latestExpiry(toSessionTimes(session), ctx.config.auth.sessions.limits, ctx.now()) / 1000)
	const exp = Math.min(iat + ctx.config.auth.accessTokenSeconds, latest)
	const metadata = limitTokenMetadata({ app: toMetadataObject(user.raw_app_meta_data), user: toMetadataObject(user.raw_user_meta_data) })
	const accessToken = signAccessToken(await readSigningKeys(ctx), {
		iss: ctx.config.auth.issuer,
		sub: user.id,
		aud: ctx.config.auth.audience,
		exp,
		iat,
		role: user.role,
		// An application gets only the claims its scopes permit.
		email: hasScope('email') ? (user.email ?? '') : '',
		phone: hasScope('phone') ? (user.phone ?? '') : '',
		app_metadata: findSessionRights(session).seesAppMetadata ? metadata.app : {},
		user_metadata: hasScope('profile') ? metadata.user : {},
		session_id: session.id,
		aal: session.aal,
		amr: [...amr],
		is_anonymous: user.is_anonymous,
		...(client !== null && { client_id: client, scope: session.scopes ?? '' }),
	})
	return {
		accessToken,
		refreshToken: encodeRefreshToken(session.id, session.refresh_counter, session.refresh_key),
		expiresIn: exp - iat,
		expiresAt: exp,
		sessionId: session.id,
		refreshCounter: session.refresh_counter,
		user,
	}
}
