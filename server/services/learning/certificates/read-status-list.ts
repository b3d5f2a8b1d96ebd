import { sql } from 'kysely'
import { gunzipSync, gzipSync } from 'node:zlib'

import { paths } from '#contracts/paths.ts'
import { issuerDid } from '#domain/certificates/issuer-did.ts'
import { isBitSet, placeInStatusList, STATUS_LIST_LENGTH, statusBits } from '#domain/certificates/status-list.ts'
import type { SignedCredential } from '#server/adapters/credentials/port.ts'
import type { Db } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { isoSeconds } from './claim-certificate.ts'
import { ensureIssuerKeys } from './issuer-keys.ts'
import { revokeEndedCertificates } from './revoke-certificates.ts'

/** Time that verifiers may cache a status list (the `ttl` of the credential). */
const CACHE_MS = 300_000
/** Age at which an unchanged list is signed again. */
const SIGN_AGAIN_MS = 60_000

type SignedList = { encodedList: string; issuer: string; signedAt: number; credential: SignedCredential }
export const createStatusLists = () => ({ signed: new Map<number, SignedList>(), checkedAt: Number.NEGATIVE_INFINITY })

/**
 * Revokes certificates of learners who have lost their access, at most once a minute. Viewing a certificate does this, too, but the lists
 * also contain certificates that no one views.
 */
async function revokeEnded(ctx: ServiceContext): Promise<void> {
	const now = ctx.now().getTime()
	const lists = ctx.state.of(createStatusLists)
	if (now - lists.checkedAt < SIGN_AGAIN_MS) return
	lists.checkedAt = now
	await revokeEndedCertificates(ctx, ctx.db)
}

/** Reads the positions of a list's revoked certificates, including those that were deleted with their account. */
async function readRevoked(db: Db, list: number): Promise<number[]> {
	const { rows } = await sql<{ position: string }>`
		select place.position
		from certificates_position_seq as highest,
			generate_series(${list * STATUS_LIST_LENGTH}::bigint, least(highest.last_value, ${(list + 1) * STATUS_LIST_LENGTH - 1}::bigint)) as place (position)
		left join certificates on certificates.position = place.position and certificates.revoked_at is null
		where highest.is_called and certificates.id is null`.execute(db)
	return rows.map(({ position }) => placeInStatusList(Number(position)).index)
}

async function countLists(db: Db): Promise<number> {
	const { rows } = await sql<{ last_value: string }>`select last_value from certificates_position_seq`.execute(db)
	return placeInStatusList(Number(rows[0]?.last_value ?? 0)).list + 1
}

async function signList(ctx: ServiceContext, list: number, encodedList: string): Promise<SignedList> {
	const { publicUrl: siteUrl } = ctx.config
	const { current } = await ensureIssuerKeys(ctx, ctx.db)
	const issuer = issuerDid(siteUrl, current.publicMultibase)
	const known = ctx.state.of(createStatusLists).signed.get(list)
	const now = ctx.now()
	if (known?.encodedList === encodedList && known.issuer === issuer && now.getTime() - known.signedAt < SIGN_AGAIN_MS) return known
	const address = siteUrl + paths.certificateStatusList(list)
	const unsigned = {
		'@context': ['https://www.w3.org/ns/credentials/v2'],
		id: address,
		type: ['VerifiableCredential', 'BitstringStatusListCredential'],
		issuer,
		validFrom: isoSeconds(now),
		credentialSubject: { id: `${address}#list`, type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList, ttl: CACHE_MS },
	}
	const credential = await ctx.credentials.sign(unsigned, { issuer, key: current, now: new Date(unsigned.validFrom) })
	return { encodedList, issuer, signedAt: now.getTime(), credential }
}

/**
 * Returns a signed W3C Bitstring Status List, with one bit per certificate that is set once it's revoked.
 * @param list index from 0; the first list exists even before the first certificate
 * @throws ServiceError `status_list_not_found` (404)
 */
export async function readStatusList(ctx: ServiceContext, list: number): Promise<SignedCredential> {
	if (!Number.isSafeInteger(list) || list < 0 || list >= (await countLists(ctx.db)))
		throw new ServiceError('not-found', 'status_list_not_found', 'We can’t find that status list')
	await revokeEnded(ctx)
	const bits = statusBits(await readRevoked(ctx.db, list))
	const entry = await signList(ctx, list, `u${gzipSync(bits).toString('base64url')}`)
	ctx.state.of(createStatusLists).signed.set(list, entry)
	return entry.credential
}

/** True if a certificate is revoked in a status list, whose signature the caller verifies. */
export function isRevokedIn(credential: SignedCredential, index: number): boolean {
	const { encodedList } = credential.credentialSubject as { encodedList: string }
	return isBitSet(gunzipSync(Buffer.from(encodedList.slice(1), 'base64url')), index)
}
