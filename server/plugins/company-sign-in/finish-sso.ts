import { createHash } from 'node:crypto'

import { checkAssertion } from '#domain/auth/check-assertion.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { endExternalFlow, type ExternalFlow, type ExternalResult } from '#server/services/identity/identities/external-flow.ts'
import { auditFailure, recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { chooseSsoAccount, readPerson } from './choose-sso-account.ts'
import { readFreshMetadata } from './fresh-metadata.ts'
import { readResponse } from './node-saml.ts'
import { SamlError } from './saml-types.ts'
import { toProviderName, requireSaml, type SsoProvider } from './sso-provider.ts'

export type SsoAnswer = {
	provider: SsoProvider
	/** Base64. */
	response: string
	/** Flow of the sign-in; null if the identity provider started it. */
	flow: ExternalFlow | null
}

/** Creates the error of an invalid assertion. The reason would help an attacker, so it is only logged. */
const notValid = () => new ServiceError('invalid', 'validation_failed', 'SAML Assertion is not valid')
const refused = () => new ServiceError('invalid', 'validation_failed', 'The identity provider did not sign you in')

async function believe(ctx: ServiceContext, { provider, response, flow }: SsoAnswer) {
	const saml = requireSaml(ctx)
	const doubt = (reason: string) => ctx.log.throttled('warn', 'identity provider response rejected', { provider: provider.id, reason })
	const metadata = await readFreshMetadata(ctx, provider)
	const answer = await readResponse(saml, metadata, response).catch((error: unknown) => {
		if (!(error instanceof SamlError)) throw error
		doubt(error.message)
		throw error.reason === 'refused' ? refused() : notValid()
	})
	const { entityId: audience, acsUrl } = saml
	const rule = { issuer: provider.entity_id, audience, acsUrl, requestId: flow?.request_id ?? null, now: ctx.now().getTime() }
	const check = checkAssertion(answer, rule)
	if (check.ok) return { assertion: answer.assertion, check }
	doubt(check.problem)
	throw notValid()
}

/** Marks an assertion as used. It opens a single session, no matter how often it is presented (replay protection). */
async function markAssertionUsed(
	tx: Tx,
	{ providerId, id, forgetAt }: { providerId: string; id: string; forgetAt: number },
): Promise<void> {
	const { numInsertedOrUpdatedRows } = await tx
		.insertInto('auth.saml_assertions')
		.values({ provider_id: providerId, assertion_hash: createHash('sha256').update(id).digest(), expires_at: new Date(forgetAt) })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows === 0n) throw notValid()
}

/**
 * Locks the provider, so it can't be removed or disabled before the transaction ends.
 * @throws ServiceError sso_provider_disabled (404), also if it has been removed
 */
async function holdProvider(tx: Tx, { id }: SsoProvider): Promise<void> {
	const row = await tx.selectFrom('auth.sso_providers').select('disabled').where('id', '=', id).forShare().executeTakeFirst()
	if (!row || row.disabled) throw new ServiceError('not-found', 'sso_provider_disabled', 'This SSO provider is currently disabled')
}

/**
 * Exchanges a SAML response for a session, or for a code with PKCE. The session ends no later than the provider's.
 * @throws ServiceError validation_failed, saml_assertion_no_user_id, saml_assertion_no_email (400), user_banned (403),
 * sso_provider_disabled (404), signup_disabled (422)
 */
export async function finishSso(ctx: ServiceContext, answer: SsoAnswer): Promise<ExternalResult> {
	const { provider, flow } = answer
	const name = toProviderName(provider)
	const finish = async () => {
		const { assertion, check } = await believe(ctx, answer)
		const person = readPerson(provider, assertion)
		return inTransaction(ctx.db, async (tx) => {
			await holdProvider(tx, provider)
			await markAssertionUsed(tx, { providerId: provider.id, id: assertion.id, forgetAt: check.forgetAt })
			const user = await chooseSsoAccount(ctx, tx, { provider, person })
			await recordAudit(ctx, tx, { action: 'external_sign_in', outcome: 'success', userId: user.id, detail: { provider: name } })
			const notAfter = check.sessionEndsAt === null ? null : new Date(check.sessionEndsAt)
			const proof = { userId: user.id, method: 'sso/saml', provider: name, tokens: null, notAfter } as const
			return endExternalFlow(ctx, tx, { flow: flow ?? { code_challenge: null, code_challenge_method: null }, proof })
		})
	}
	return auditFailure(ctx, { action: 'external_sign_in', userId: null }, finish)
}
