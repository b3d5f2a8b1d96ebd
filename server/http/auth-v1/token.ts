import { PasswordGrantBody, PkceGrantBody, RefreshGrantBody } from '#contracts/auth.ts'
import { ServiceError } from '#server/errors.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { signInWithPassword } from '#server/services/accounts/sign-in-with-password.ts'
import { exchangeCode } from '#server/services/sessions/exchange-code.ts'
import { refreshSession } from '#server/services/sessions/refresh-session.ts'

import { presentProviderTokens, sendSession } from './session-body.ts'

export const grantPassword: HttpHandler = async (c) => {
	const { session, weakPassword } = await signInWithPassword(c.var.ctx, await readJson(c, PasswordGrantBody))
	return sendSession(c, session, weakPassword ? { weak_password: weakPassword } : {})
}

export const grantRefresh: HttpHandler = async (c) => {
	const { refresh_token: refreshToken } = await readJson(c, RefreshGrantBody)
	return sendSession(c, await refreshSession(c.var.ctx, refreshToken ?? ''))
}

export const grantPkce: HttpHandler = async (c) => {
	const { auth_code: authCode, code_verifier: verifier } = await readJson(c, PkceGrantBody)
	const { session, providerTokens } = await exchangeCode(c.var.ctx, authCode ?? '', verifier ?? '')
	return sendSession(c, session, presentProviderTokens(providerTokens))
}

/** Grants that are switched off say so; anything else is unknown (AUTH_WIRE §5.2, §5.11, §5.12). */
export const refuseGrant: HttpHandler = (c) => {
	const grant = c.req.query('grant_type')
	if (grant === 'id_token') throw new ServiceError('invalid', 'provider_disabled', 'Provider is not enabled')
	if (grant === 'web3') throw new ServiceError('unprocessable', 'web3_provider_disabled', 'Web3 provider is disabled')
	throw new ServiceError('invalid', 'invalid_credentials', 'unsupported_grant_type')
}
