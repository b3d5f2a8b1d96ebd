import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuth, callAuthWithoutValue } from '#app/lib/call-auth.ts'

/** An application that the learner gave access. */
export type Application = { id: string; name: string; scopes: string[]; since: string }

export const listApplications = (): Promise<AuthOutcome<Application[]>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.oauth.listGrants()
		const list = data?.map(({ client, scopes, granted_at: since }) => ({ id: client.id, name: client.name, scopes, since })) ?? null
		return { data: list, error }
	})

/** Revokes the access; the application's tokens end at once. */
export const removeAccess = ({ id }: Application): Promise<AuthOutcome> =>
	callAuthWithoutValue((auth) => auth.oauth.revokeGrant({ clientId: id }))
