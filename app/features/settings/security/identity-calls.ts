import type { Provider, UserIdentity } from '@supabase/auth-js'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuth, callAuthWithoutValue } from '#app/lib/call-auth.ts'
import { withNext } from '#app/lib/next-path.ts'
import { paths } from '#contracts/paths.ts'

export type Identity = UserIdentity

export const listIdentities = (): Promise<AuthOutcome<Identity[]>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.getUserIdentities()
		return { data: data?.identities ?? null, error }
	})

/** The account's other sessions end; this one stays. */
export const unlinkIdentity = (identity: Identity): Promise<AuthOutcome> => callAuthWithoutValue((auth) => auth.unlinkIdentity(identity))

const HERE = `${paths.settings}?tab=security`

/** Goes to the provider's page and returns to this tab. @param provider as `SignInWays` names it */
export const linkProvider = (provider: string): Promise<AuthOutcome> =>
	callAuthWithoutValue((auth) =>
		auth.linkIdentity({
			// The client's type lists no provider that an operator adds.
			provider: provider as Provider,
			options: { redirectTo: `${window.location.origin}${withNext(paths.authCallback, HERE)}` },
		}),
	)
