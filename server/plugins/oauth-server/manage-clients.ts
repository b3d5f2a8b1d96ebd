import type { OauthClientBody } from '#contracts/oauth-clients.ts'
import { inTransaction, countRows } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { type ListPage, toOffset, type Page } from '#server/services/platform/paging/list-page.ts'

import { makeSecret } from './authenticate-client.ts'
import { checkClientChange, checkNewClient } from './check-client.ts'
import { type OauthClient, requireClient, requireOauthServer } from './clients.ts'
import { oauthServerSettings } from './settings.ts'

/** Application with its secret. `secret` is null unless it was just generated, because only a hash is stored. */
export type ClientWithSecret = { client: OauthClient; secret: string | null }

async function addClient(ctx: ServiceContext, body: OauthClientBody, registration: 'manual' | 'dynamic'): Promise<ClientWithSecret> {
	const values = checkNewClient(body)
	const secret = values.client_type === 'confidential' ? makeSecret() : null
	const now = ctx.now()
	const client = await inTransaction(ctx.db, async (tx) => {
		const row = await tx
			.insertInto('auth.oauth_clients')
			.values({
				...values,
				registration_type: registration,
				secret_hash: secret === null ? null : sha256(secret),
				created_at: now,
				updated_at: now,
			})
			.returningAll()
			.executeTakeFirstOrThrow()
		const detail = { client_id: row.id, registration }
		await recordAudit(ctx, tx, { action: 'oauth_client_created', outcome: 'success', userId: null, detail })
		return row
	})
	return { client, secret }
}

/** @throws ServiceError feature_disabled (404), validation_failed (400) */
export async function createOauthClient(ctx: ServiceContext, body: OauthClientBody): Promise<ClientWithSecret> {
	requireOauthServer(ctx)
	return addClient(ctx, body, 'manual')
}

/**
 * Registers an application on its own request (RFC 7591).
 * @throws ServiceError feature_disabled (404), oauth_dynamic_client_registration_disabled (403), validation_failed (400)
 */
export async function registerClient(ctx: ServiceContext, body: OauthClientBody): Promise<ClientWithSecret> {
	requireOauthServer(ctx)
	if (!ctx.config.plugins.of(oauthServerSettings).allowsRegistration)
		throw new ServiceError('forbidden', 'oauth_dynamic_client_registration_disabled', 'Dynamic client registration is not enabled')
	return addClient(ctx, body, 'dynamic')
}

/** Lists applications, newest first; `total` counts all pages. */
export async function listClients(ctx: ServiceContext, page: Page): Promise<ListPage<OauthClient>> {
	requireOauthServer(ctx)
	const items = await ctx.db
		.selectFrom('auth.oauth_clients')
		.selectAll()
		.orderBy('created_at', 'desc')
		.orderBy('id')
		.limit(page.perPage)
		.offset(toOffset(page))
		.execute()
	return { ...page, items, total: await countRows(ctx.db.selectFrom('auth.oauth_clients')) }
}

/** @throws ServiceError feature_disabled, oauth_client_not_found (404) */
export async function readClient(ctx: ServiceContext, id: string): Promise<OauthClient> {
	requireOauthServer(ctx)
	return requireClient(ctx.db, id)
}

/** @throws ServiceError feature_disabled, oauth_client_not_found (404), validation_failed (400) */
export async function changeClient(ctx: ServiceContext, id: string, body: OauthClientBody): Promise<OauthClient> {
	requireOauthServer(ctx)
	return inTransaction(ctx.db, async (tx) => {
		const { id: known, ...client } = await requireClient(tx, id)
		const change = checkClientChange(body, client)
		await tx
			.updateTable('auth.oauth_clients')
			.set({ ...change, updated_at: ctx.now() })
			.where('id', '=', known)
			.execute()
		const detail = { client_id: known, changed: Object.keys(change).sort().join(' ') }
		await recordAudit(ctx, tx, { action: 'oauth_client_updated', outcome: 'success', userId: null, detail })
		return requireClient(tx, known)
	})
}

/**
 * Deletes an application with its sessions and consents.
 * @throws ServiceError feature_disabled, oauth_client_not_found (404)
 */
export async function deleteClient(ctx: ServiceContext, id: string): Promise<void> {
	requireOauthServer(ctx)
	await inTransaction(ctx.db, async (tx) => {
		const client = await requireClient(tx, id)
		await tx.deleteFrom('auth.oauth_clients').where('id', '=', client.id).execute()
		await recordAudit(ctx, tx, { action: 'oauth_client_deleted', outcome: 'success', userId: null, detail: { client_id: client.id } })
	})
}

/**
 * Replaces an application's secret. The old one stops working immediately.
 * @throws ServiceError feature_disabled, oauth_client_not_found (404), validation_failed (400) for a public client
 */
export async function regenerateSecret(ctx: ServiceContext, id: string): Promise<ClientWithSecret> {
	requireOauthServer(ctx)
	const secret = makeSecret()
	const client = await inTransaction(ctx.db, async (tx) => {
		const known = await requireClient(tx, id)
		if (known.client_type === 'public') throw validationFailed('Cannot regenerate secret for public client')
		const values = { secret_hash: sha256(secret), updated_at: ctx.now() }
		await tx.updateTable('auth.oauth_clients').set(values).where('id', '=', known.id).execute()
		const detail = { client_id: known.id }
		await recordAudit(ctx, tx, { action: 'oauth_client_secret_replaced', outcome: 'success', userId: null, detail })
		return requireClient(tx, known.id)
	})
	return { client, secret }
}
