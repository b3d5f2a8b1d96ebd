import { sql } from 'kysely'
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'

import { latestLockEndMs } from '#domain/auth/failure-lock.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type Guess, requireUnlocked } from '#server/services/identity/accounts/address-limits.ts'
import {
	isBanned,
	requireUser,
	type SelectedUser,
	toUserRecord,
	type UserRecord,
	USER_WITH_RELATIONS,
} from '#server/services/identity/accounts/user-record.ts'
import { withFailureAudit, auditPayload, recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { seal, unseal } from '#server/services/platform/keys/seal.ts'

import { isDeviceSession, type IssuedSession, type SessionRow, signSessionTokens, toSeconds } from './session-grant.ts'

export type SessionReason = {
	userId: string
	/** Value in the `amr` claim. */
	method: string
	/** Provider of the identity used. For `email` and `phone`, the token doesn't contain it. */
	provider?: string
	/** End of the session, if the identity provider sets one. */
	notAfter?: Date | null
	/** The correct guess that led to this session; its failure count is reset. */
	guess?: RightGuess
}
/** Correct guess. The password hash must still be current after the slow comparison. */
type RightGuess = Guess & { passwordHash: string | null }

const NOTHING = sql``
const claimedProvider = (provider: string) => (provider === 'email' || provider === 'phone' ? null : provider)

function startSession(ctx: ServiceContext, userId: string, notAfter: Date | null): SessionRow {
	const now = ctx.now()
	return {
		id: randomUUID(),
		user_id: userId,
		aal: 'aal1',
		factor_id: null,
		refresh_key: randomBytes(32),
		refresh_counter: 0,
		refreshed_at: null,
		not_after: notAfter,
		user_agent: ctx.userAgent,
		ip: ctx.clientAddress,
		created_at: now,
		updated_at: now,
		aal_since: now,
		oauth_client_id: null,
		scopes: null,
		is_first_party: ctx.isOurPages,
		proven_at: null,
	}
}

/**
 * SQL that ends the account's earlier sessions. Their rows stay until the daily job, so that these browsers can show the reason.
 * Sessions of applications continue.
 */
const endEarlierSessions = ({ id, created_at: now }: SessionRow) => sql`, ended as (
	update auth.sessions as s set not_after = ${now}, updated_at = ${now} from person
	where s.user_id = person.id and s.id <> ${id} and ${isDeviceSession} and (s.not_after is null or s.not_after > ${now})
)`

const forgetGuesses = ({ kind, addressHash }: Guess) => sql`, forgotten as (
	delete from auth.address_limits using person where address_hash = ${addressHash} and kind = ${kind}
)`

const isStillRight = ({ kind, addressHash, passwordHash }: RightGuess, now: Date) => sql`
	and encrypted_password = ${passwordHash} and not exists (
		select from auth.address_limits where address_hash = ${addressHash} and kind = ${kind} and locked_until > ${now} and locked_until <= ${new Date(latestLockEndMs(kind, now))}
	)`

type Opening = { session: SessionRow; method: string; provider: string; guess: RightGuess | null }

/** Stores a new session in one statement. Null, without a write, if the account is gone or the guess is outdated. */
async function open(ctx: ServiceContext, db: Db | Tx, { session, method, provider, guess }: Opening): Promise<UserRecord | null> {
	const { id, created_at: now } = session
	const { rows } = await sql<SelectedUser>`
		with person as (
			update auth.users set last_sign_in_at = ${now}, updated_at = ${now}
			where id = ${session.user_id} and deleted_at is null ${guess ? isStillRight(guess, now) : NOTHING}
			returning *
		), opened as (
			insert into auth.sessions (id, user_id, refresh_key, user_agent, ip, not_after, aal_since, is_first_party, created_at, updated_at)
			select ${id}, person.id, ${session.refresh_key}, ${session.user_agent}, ${session.ip}, ${session.not_after}, ${now}, ${session.is_first_party}, ${now}, ${now}
			from person
		), proven as (
			insert into auth.mfa_amr_claims (session_id, method, provider, created_at)
			select ${id}, ${method}, ${claimedProvider(provider)}, ${now} from person
		), used as (
			update auth.identities as i set last_sign_in_at = ${now} from person where i.user_id = person.id and i.provider = ${provider}
		), recorded as (
			insert into auth.audit_log_entries (action, outcome, user_id, payload, ip_address, user_agent, created_at)
			select 'login', 'success', person.id, ${auditPayload(ctx, { method, session_id: id })}, ${ctx.clientAddress}, ${ctx.userAgent}, ${now}
			from person
		)${ctx.config.auth.sessions.isSingle ? endEarlierSessions(session) : NOTHING}${guess ? forgetGuesses(guess) : NOTHING}
		select ${USER_WITH_RELATIONS} from person as u`.execute(db)
	const [row] = rows
	if (!row) return null
	const user = toUserRecord(row)
	// The statement's SELECT doesn't see the statement's own writes, so set the new time here.
	return { ...user, identities: user.identities.map((one) => (one.provider === provider ? { ...one, last_sign_in_at: now } : one)) }
}

/**
 * Opens a session, in one statement, for an account whose owner has just proven their identity.
 * @throws ServiceError over_request_rate_limit (429) if other guesses locked the address in the meantime, invalid_credentials (400) if
 * the password was changed or the account deleted in the meantime
 */
export async function issueSession(ctx: ServiceContext, db: Db | Tx, reason: SessionReason): Promise<IssuedSession> {
	const { userId, method, provider = 'email', notAfter = null, guess = null } = reason
	const session = startSession(ctx, userId, notAfter)
	const user = await open(ctx, db, { session, method, provider, guess })
	if (!user) {
		if (!guess) throw new Error(`account ${userId} vanished`)
		await requireUnlocked(ctx, guess)
		throw new ServiceError('invalid', 'invalid_credentials', 'Invalid login credentials')
	}
	const claimed = claimedProvider(provider)
	const proof = { method, timestamp: toSeconds(session.created_at), ...(claimed !== null && { provider: claimed }) }
	return signSessionTokens(ctx, { session, user, amr: [proof] })
}

/** Tokens of the sign-in provider. They are returned to the client once, with the session, and then deleted. */
export type ProviderTokens = { accessToken: string; refreshToken: string | null }

/** Encrypts the tokens for the row that waits for the client's verifier; a copy in another row can't be decrypted. */
export const sealProviderTokens = (ctx: ServiceContext, flowId: string, tokens: ProviderTokens) =>
	seal(ctx, flowId, Buffer.from(JSON.stringify([tokens.accessToken, tokens.refreshToken])))

async function unsealProviderTokens(
	ctx: ServiceContext,
	flow: { id: string; provider_tokens: Buffer | null },
): Promise<ProviderTokens | null> {
	if (!flow.provider_tokens) return null
	const opened = (await unseal(ctx, flow.id, flow.provider_tokens)).toString()
	const [accessToken, refreshToken] = JSON.parse(opened) as [string, string | null]
	return { accessToken, refreshToken }
}

const FLOW_LIFETIME_MS = 300_000

/** Hashes an authorization code. A plain hash protects it at rest, since it has 256 random bits. */
export const hashAuthCode = sha256

function matchesVerifier(flow: { code_challenge: string; code_challenge_method: string }, verifier: string): boolean {
	const answer = flow.code_challenge_method === 's256' ? sha256(verifier).toString('base64url') : verifier
	return timingSafeEqual(sha256(answer), sha256(flow.code_challenge))
}

export type ExchangedCode = { session: IssuedSession; providerTokens: ProviderTokens | null }

/**
 * Redeems an authorization code, once, for the client that holds the verifier.
 * @throws ServiceError validation_failed 400, flow_state_not_found 404, flow_state_expired 422, bad_code_verifier 400,
 * user_banned 403
 */
export async function exchangeCode(ctx: ServiceContext, authCode: string, verifier: string): Promise<ExchangedCode> {
	if (!authCode || !verifier)
		throw new ServiceError('invalid', 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
	const redeem = async (tx: Tx) => {
		const flow = await tx
			.selectFrom('auth.flow_states')
			.selectAll()
			.where('auth_code_hash', '=', hashAuthCode(authCode))
			.forUpdate()
			.executeTakeFirst()
		if (!flow?.user_id || !flow.auth_code_issued_at)
			throw new ServiceError('not-found', 'flow_state_not_found', 'invalid flow state, no valid flow state found')
		// The time counts from when the code is issued: an email may be opened long after it was requested.
		if (ctx.now().getTime() - flow.auth_code_issued_at.getTime() > FLOW_LIFETIME_MS)
			throw new ServiceError('unprocessable', 'flow_state_expired', 'invalid flow state, flow state has expired')
		if (!matchesVerifier(flow, verifier))
			throw new ServiceError('invalid', 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
		if (isBanned(await requireUser(tx, flow.user_id), ctx.now())) throw new ServiceError('forbidden', 'user_banned', 'User is banned')
		await tx.deleteFrom('auth.flow_states').where('id', '=', flow.id).execute()
		await recordAudit(ctx, tx, { action: 'code_verified', outcome: 'success', userId: flow.user_id, detail: { kind: 'pkce' } })
		const session = await issueSession(ctx, tx, {
			userId: flow.user_id,
			method: flow.authentication_method,
			provider: flow.provider,
			notAfter: flow.session_not_after,
		})
		return { session, providerTokens: await unsealProviderTokens(ctx, flow) }
	}
	return withFailureAudit(ctx, { action: 'code_verified', userId: null }, () => inTransaction(ctx.db, redeem))
}
