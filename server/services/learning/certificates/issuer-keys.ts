import { sql, type SqlBool } from 'kysely'

import { issuerDid, toVerificationMethod } from '#domain/certificates/issuer-did.ts'
import type { CredentialKey } from '#server/adapters/credentials/port.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Age at which a new key replaces the current one. Earlier signatures remain verifiable. */
const ROTATE_AFTER_MS = 365 * 24 * 3_600_000

export type IssuerKeys = {
	current: CredentialKey
	/** Keys accepted for verification, the current one first. */
	publicKeys: readonly string[]
}

/** Literal instead of a parameter: with a parameter, PostgreSQL's generic plan wouldn't use the partial index. */
const ONLY_CURRENT = sql<SqlBool>`status = 'current'`

type Context = Pick<ServiceContext, 'credentials' | 'now'>

const selectKeys = (db: Db | Tx) =>
	db.selectFrom('auth.certificate_keys').selectAll().where('status', '<>', 'revoked').orderBy('created_at', 'desc').execute()

async function makeCurrentKey(ctx: Context, db: Db | Tx): Promise<void> {
	const { publicMultibase, secretMultibase } = await ctx.credentials.generateKey()
	await db
		.updateTable('auth.certificate_keys')
		.set({ status: 'previous' })
		.where('status', '=', 'current')
		.where('created_at', '<=', new Date(ctx.now().getTime() - ROTATE_AFTER_MS))
		.execute()
	await db
		.insertInto('auth.certificate_keys')
		.values({ public_multibase: publicMultibase, secret_multibase: secretMultibase, status: 'current', created_at: ctx.now() })
		.onConflict((conflict) => conflict.column('status').where(ONLY_CURRENT).doNothing())
		.execute()
}

/**
 * Returns the signing keys. Creates one if there is none or the current one is a year old; parallel processes agree on one. To
 * withdraw a key, set its status to `revoked` in auth.certificate_keys: its signatures no longer verify, and the next request
 * creates a new key.
 */
export async function ensureIssuerKeys(ctx: Context, db: Db | Tx): Promise<IssuerKeys> {
	let rows = await selectKeys(db)
	const isFresh = (row: { status: string; created_at: Date }) =>
		row.status === 'current' && ctx.now().getTime() - row.created_at.getTime() < ROTATE_AFTER_MS
	if (!rows.some(isFresh)) {
		await makeCurrentKey(ctx, db)
		rows = await selectKeys(db)
	}
	const current = rows.find(({ status }) => status === 'current')
	if (!current) throw new Error('there is no current certificate key')
	return {
		current: { publicMultibase: current.public_multibase, secretMultibase: current.secret_multibase },
		publicKeys: [current, ...rows.filter((row) => row !== current)].map((row) => row.public_multibase),
	}
}

/** Returns the current signing key's name and end. Null before the first certificate. */
export async function readCertificateKeyEnd({ db }: Pick<ServiceContext, 'db'>): Promise<{ name: string; endsAt: Date } | null> {
	const current = await db
		.selectFrom('auth.certificate_keys')
		.select(['public_multibase as name', 'created_at'])
		.where(ONLY_CURRENT)
		.executeTakeFirst()
	return current ? { name: current.name, endsAt: new Date(current.created_at.getTime() + ROTATE_AFTER_MS) } : null
}

/**
 * Returns the DID document of `did:web`: all keys that may have signed a certificate, the current one first.
 * @throws ServiceError `no_issuer_document` (404) if the issuer is a `did:key`, which needs no document
 */
export async function readIssuerDocument(ctx: ServiceContext) {
	const { current, publicKeys } = await ensureIssuerKeys(ctx, ctx.db)
	const did = issuerDid(ctx.config.publicUrl, current.publicMultibase)
	if (!did.startsWith('did:web:'))
		throw new ServiceError('not-found', 'no_issuer_document', 'This site signs with a did:key, which needs no document')
	const methods = publicKeys.map((key) => ({
		id: toVerificationMethod(did, key),
		type: 'Multikey',
		controller: did,
		publicKeyMultibase: key,
	}))
	return {
		'@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
		id: did,
		verificationMethod: methods,
		assertionMethod: methods.map(({ id }) => id),
	}
}
